# SPDX-License-Identifier: Apache-2.0
"""What every HTML page of the program must be, checked in a real browser.

Nothing leaves the file, nothing runs, nothing complains; it reads the same with scripts off; charts, tables and links are
complete; colours have the contrast of WCAG 2.2 AA in light and dark; nothing is wider than a narrow screen; it prints.
"""

import base64

# Contrast after WCAG 2.2, 1.4.3: relative luminance of the text against the first opaque background behind it.
CONTRAST = """(() => {
  const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] === 1) return c; } return [255, 255, 255]; };
  const bad = [];
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || ['title', 'desc'].includes(e.localName)) continue;
    const style = getComputedStyle(e);
    const text = parse(e instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [light(text), light(ground(e))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) bad.push(`${e.localName}.${e.getAttribute('class')} ${ratio.toFixed(2)}: ${e.textContent.slice(0, 30)}`);
  }
  return bad;
})()"""

STRUCTURE = """(() => {
  const bad = [], all = s => [...document.querySelectorAll(s)];
  for (const e of all('script, img, link, iframe, object, embed, video, audio')) bad.push('has a ' + e.localName);
  const ids = all('[id]').map(e => e.id);
  if (new Set(ids).size !== ids.length) bad.push('an id stands twice');
  for (const a of all('a')) {
    const to = a.getAttribute('href');
    if (!to.startsWith('#') || !document.getElementById(to.slice(1))) bad.push('a link to ' + to);
  }
  for (const s of all('svg[role=img]')) {
    for (const id of s.getAttribute('aria-labelledby').split(' ')) {
      if (!document.getElementById(id)?.textContent.trim()) bad.push('a chart without ' + id);
    }
    if (!s.closest('figure').querySelector('table')) bad.push('a chart without its table');
    if (!s.closest('figure').querySelector('.summary')) bad.push('a chart without its summary');
    for (const shape of s.querySelectorAll('*')) {
      for (const value of shape.attributes) if (/nan|inf/i.test(value.value)) bad.push('a chart with ' + value.value);
    }
  }
  for (const t of all('table')) {
    if (!t.caption?.textContent.trim()) bad.push('a table without caption');
    for (const h of t.querySelectorAll('th')) if (!h.scope) bad.push('a head without scope: ' + h.textContent);
  }
  for (const s of all('svg:not([role=img])')) if (s.getAttribute('aria-hidden') !== 'true') bad.push('an svg without role');
  const levels = all('h1, h2, h3, h4').map(h => Number(h.localName[1]));
  levels.reduce((before, level) => { if (level > before + 1) bad.push('a heading level is left out'); return level; }, 0);
  return bad;
})()"""

failures = []


def check(what, right, detail=""):
    if not right:
        failures.append(what)
        print(f"FAIL {what} {detail}")


def check_quiet(page, url, when):
    """Only the file was asked for, and neither console nor policy had anything to say."""
    asked = [request["request"]["url"] for request in page.seen("Network.requestWillBeSent")]
    check(f"{when}: one request, the file", asked == [url], asked)
    for method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening"):
        check(f"{when}: no {method}", not page.seen(method), page.seen(method))


def check_page(page, url, sections, also=lambda page: None):
    """All of the above for one file; `also` sees the page while scripts are on."""
    page.open(url)
    check_quiet(page, url, "scripts on")
    with_scripts = page.document()
    structure = page.evaluate(STRUCTURE)
    check("structure", structure == [], structure)
    found = page.evaluate("document.querySelectorAll('section').length")
    check("sections", found == sections, found)
    also(page)
    for scheme in ("light", "dark"):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        bad = page.evaluate(CONTRAST)
        check(f"contrast in {scheme}", bad == [], bad)
    for width in (400, 1200):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        wide = page.evaluate("document.documentElement.scrollWidth")
        check(f"fits {width} px", wide <= width, wide)
    pdf = base64.b64decode(page.call("Page.printToPDF")["data"])
    check("prints", pdf.startswith(b"%PDF"))

    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(url)
    check_quiet(page, url, "scripts off")
    check("the same document with scripts off", page.document() == with_scripts)
    page.call("Emulation.setScriptExecutionDisabled", value=False)
