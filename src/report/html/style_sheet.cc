// SPDX-License-Identifier: Apache-2.0
#include "report/html/section.h"

namespace assay::report {
namespace {

// All colours have at least 4.5:1 against their ground for text and 3:1 for lines, in both schemes.
constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--ground:#f6f6f3;--paper:#fff;--ink:#1b2024;--muted:#545c64;--rule:#dcdfde;--faint:#eef0ef;
--link:#1a57a8;--pass:#17663a;--pass-bg:#e5f2ea;--fail:#a3201d;--fail-bg:#fbe8e6;--open:#754f00;--open-bg:#fbf0d9;
--none:#4a525c;--none-bg:#eaedef;--c0:#1f5fbf;--c1:#b4540a;--c2:#0b7a6b;--c3:#7b3fb3;--c4:#b0224f;--c5:#5f6300}
@media(prefers-color-scheme:dark){:root{--ground:#121518;--paper:#1a1e22;--ink:#e7e9eb;--muted:#a9b1b9;--rule:#343b42;
--faint:#22272c;--link:#8ab8ff;--pass:#74d69d;--pass-bg:#15301f;--fail:#ff9f96;--fail-bg:#3b1b1a;--open:#f0c66e;
--open-bg:#362b13;--none:#bcc3ca;--none-bg:#2a3036;--c0:#7fb2ff;--c1:#ffb070;--c2:#5fd3bf;--c3:#c9a2ff;--c4:#ff8fae;
--c5:#d6d36a}}
*{box-sizing:border-box}
html{scroll-padding-top:3.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
"Noto Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
a{color:var(--link)}a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid var(--link);
outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem;z-index:9}
.page{max-width:76rem;margin:0 auto;padding:0 1.25rem 4rem}
.top{padding:2.25rem 0 1.25rem}.top h1{font-size:2rem;line-height:1.2;margin:.15rem 0 .35rem;letter-spacing:-.015em;
overflow-wrap:anywhere}.eyebrow{margin:0;color:var(--muted);font-size:.82rem;letter-spacing:.09em;text-transform:uppercase;
font-weight:600}.top .meta{margin:0;color:var(--muted);overflow-wrap:anywhere}
.demo{display:inline-block;margin:.75rem 0 0;padding:.2rem .7rem;border:1px dashed var(--open);border-radius:99px;
color:var(--open);background:var(--open-bg);font-size:.88rem;font-weight:600}
nav{position:sticky;top:0;z-index:5;background:var(--ground);border-bottom:1px solid var(--rule);margin:0 -1.25rem 1.25rem;
padding:0 1.25rem;overflow-x:auto}nav ol{display:flex;gap:1.35rem;list-style:none;margin:0;padding:0;white-space:nowrap}
nav a{display:block;padding:.65rem 0;color:var(--muted);text-decoration:none;font-size:.92rem}nav a:hover{color:var(--ink);
text-decoration:underline;text-underline-offset:.3em}
main>section{background:var(--paper);border:1px solid var(--rule);border-radius:14px;padding:1.5rem 1.75rem 1.75rem;
margin:0 0 1.25rem}
h2{font-size:1.3rem;margin:0 0 1rem;letter-spacing:-.01em}h2 .nr{color:var(--muted);font-weight:400;margin-right:.4rem}
h3{font-size:1.06rem;margin:2rem 0 .6rem;overflow-wrap:anywhere}h2+h3,h2+.hero+h3{margin-top:1.25rem}h4{margin:0 0 .4rem;font-size:1rem}
p{margin:.5rem 0}.lead,.aside{color:var(--muted)}.lead{font-size:.94rem;max-width:46rem}.aside{font-weight:400;font-size:.92rem}
small{display:block;color:var(--muted);font-size:.8rem;font-weight:400;line-height:1.4}
.none{color:var(--muted);font-style:italic;font-weight:400;white-space:nowrap}.written{white-space:nowrap}
.hero{border-radius:12px;padding:1.35rem 1.5rem;border-left:8px solid var(--none);background:var(--none-bg)}
.hero .word{margin:0;font-size:2.6rem;line-height:1.1;letter-spacing:-.01em;color:var(--none)}
.hero .sign{display:inline-block;min-width:1em}
.hero .sentence{font-size:1.18rem;line-height:1.45;margin:.6rem 0 0;max-width:60rem;text-wrap:balance;overflow-wrap:anywhere}
.hero.pass{border-color:var(--pass);background:var(--pass-bg)}.hero.pass .word{color:var(--pass)}
.hero.fail{border-color:var(--fail);background:var(--fail-bg)}.hero.fail .word{color:var(--fail)}
.hero.undecided{border-color:var(--open);background:var(--open-bg)}.hero.undecided .word{color:var(--open)}
.meaning{display:grid;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr));gap:.9rem 2rem;margin:1.1rem 0 0}
.meaning dt{font-size:.82rem;font-weight:650}.meaning dd{margin:.1rem 0 0;font-size:.92rem}
.chip{display:inline-block;padding:.08rem .55rem;border-radius:99px;font-size:.8rem;font-weight:650;line-height:1.5;
white-space:nowrap;color:var(--none);background:var(--none-bg);border:1px solid currentColor}
.chip.pass{color:var(--pass);background:var(--pass-bg)}.chip.fail{color:var(--fail);background:var(--fail-bg)}
.chip.undecided{color:var(--open);background:var(--open-bg);border-style:dashed}.chip.unmeasured{border-style:dotted}
.badge{display:inline-block;margin-left:.5rem;padding:.05rem .5rem;border-radius:4px;background:var(--ink);
color:var(--paper);font-size:.76rem;font-weight:600;vertical-align:middle}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1rem;margin:.75rem 0}
.card{border:1px solid var(--rule);border-radius:10px;padding:1rem 1.15rem;overflow-wrap:anywhere}
.card.preferred{border:2px solid var(--ink)}.card dl{margin:0}.card .item{padding:.45rem 0;border-top:1px solid var(--rule)}
.card dt{font-size:.86rem;color:var(--muted)}.card dd{margin:.2rem 0 0}.reason{display:block;font-size:.92rem;margin-top:.25rem}
.preference{border-top:1px solid var(--rule);padding-top:.45rem;margin:.2rem 0 0;font-size:.92rem}
.callout{border-left:4px solid var(--open);background:var(--open-bg);border-radius:0 8px 8px 0;padding:.8rem 1.1rem;
margin:1rem 0;overflow-wrap:anywhere}.callout ul{margin:0;padding-left:1.1rem}
.qualified{color:var(--open);font-weight:600;font-size:.9rem}.qualified::before{content:"! "}
.why,.notes{padding-left:1.2rem;margin:.4rem 0;max-width:64rem;text-wrap:pretty}.why li{margin:.2rem 0}
.command{margin:.4rem 0;padding:.7rem .95rem;background:var(--faint);border:1px solid var(--rule);border-radius:8px;
white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.92em}
.hash{display:inline-block;max-width:17ch;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom}
.hash:hover,.hash:focus{max-width:none}
.scroll{overflow-x:auto;margin:.6rem 0 1rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{caption-side:top;text-align:left;color:var(--muted);font-size:.86rem;padding:0 0 .35rem}
th,td{padding:.5rem .75rem;border-top:1px solid var(--rule);text-align:left;vertical-align:top}
th:first-child,td:first-child{padding-left:.25rem}
thead th{border-top:0;border-bottom:2px solid var(--rule);font-size:.8rem;color:var(--muted);font-weight:600;vertical-align:bottom}
tbody th{font-weight:600;min-width:8rem;overflow-wrap:anywhere}.num{text-align:right;white-space:nowrap}
td small,.num small{white-space:nowrap}small.words{white-space:normal;min-width:9rem;max-width:22rem;margin-left:auto}
.claims th,.claims td{padding-left:.45rem;padding-right:.45rem}.claims .strip{width:112px}.wordy td:last-child{min-width:14rem;font-size:.88rem}
tr.group th{background:var(--faint);font-size:.95rem;padding:.5rem .75rem}tr.group .chip{margin-left:.35rem}
tr.note td{border-top:0;padding:0 .75rem .7rem .25rem;font-size:.9rem;color:var(--muted)}tr.note b{color:var(--ink)}
tr.note div,tr.group div{max-width:56rem;overflow-wrap:anywhere}tr.note ul{margin:.3rem 0 0;padding-left:1.1rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:0 2rem}
.sides{gap:1rem;margin:.75rem 0}.side{border:1px solid var(--rule);border-left:6px solid var(--pass);border-radius:10px;padding:.8rem 1.1rem;
overflow-wrap:anywhere}.side.no{border-left-color:var(--fail);border-left-style:double}.side h3{margin:0 0 .4rem;font-size:1rem}.side ul{margin:.3rem 0;padding-left:1.1rem}.side li{margin:.3rem 0}
.quote{margin:.8rem 0;padding:.7rem 1.1rem;border-left:4px solid var(--rule);background:var(--faint);border-radius:0 8px 8px 0;overflow-wrap:anywhere}
.def{color:inherit;text-decoration:underline dotted;text-underline-offset:.22em}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:.6rem 1.5rem;margin:.5rem 0}
.facts.wide{grid-template-columns:1fr}.facts dt{font-size:.8rem;color:var(--muted)}.facts dd{margin:0;overflow-wrap:anywhere}
.glossary>div{padding:.6rem 0;border-top:1px solid var(--rule)}.glossary dt{font-weight:600}.glossary dt code{color:var(--muted);
font-weight:400}.glossary dd{margin:.15rem 0 0;max-width:52rem}.glossary>div:target{background:var(--open-bg)}
details{margin:.6rem 0}summary{cursor:pointer;color:var(--link);padding:.2rem 0}
.words dl{margin:.4rem 0}.words dl>div{display:grid;grid-template-columns:9.5rem 1fr;gap:.5rem;padding:.45rem 0;
border-top:1px solid var(--rule)}.words dd{margin:0;font-size:.92rem}.words em{color:var(--muted)}
figure{margin:1.1rem 0;padding:1rem 1.15rem;border:1px solid var(--rule);border-radius:10px}
figure svg[role=img]{display:block;width:100%;min-width:32rem;max-width:56rem;height:auto}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.3rem;list-style:none;margin:.3rem 0;padding:0;font-size:.9rem}
.sample{width:34px;height:14px;vertical-align:-1px;margin-right:.4rem}
.summary{margin:.4rem 0 .2rem;padding-left:1.1rem;font-size:.9rem;color:var(--muted)}
svg text{font-size:12.5px;fill:var(--muted);font-family:inherit}svg .end{text-anchor:end}svg .middle{text-anchor:middle}
svg .axis-name{fill:var(--ink)}svg .name{fill:var(--ink);font-weight:600}svg .limit-name{fill:var(--ink)}
svg .name,svg .limit-name{paint-order:stroke;stroke:var(--paper);stroke-width:3.5px;stroke-linejoin:round}
svg .grid{stroke:var(--rule);stroke-width:1}svg .axis{stroke:var(--muted);stroke-width:1}
svg .limit{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-dasharray:5 4}
svg .bad{fill:var(--fail);opacity:.1}svg .good{fill:var(--pass);opacity:.13}
svg .line{fill:none;stroke-width:2.4;stroke-linejoin:round}svg .thin{stroke-width:1.2;opacity:.7}svg .marker{stroke:var(--paper);stroke-width:1.5}
svg .whisker{stroke-width:2;opacity:.75}
.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}
.marker.c0{fill:var(--c0)}.marker.c1{fill:var(--c1)}.marker.c2{fill:var(--c2)}.marker.c3{fill:var(--c3)}
.marker.c4{fill:var(--c4)}.marker.c5{fill:var(--c5)}
.line.d1{stroke-dasharray:9 4}.line.d2{stroke-dasharray:3 3}.line.d3{stroke-dasharray:10 3 2 3}
.strip{display:block;width:132px;height:22px;color:var(--none)}.strip.pass{color:var(--pass)}.strip.fail{color:var(--fail)}
.strip.undecided{color:var(--open)}.strip .allowed{fill:var(--pass);opacity:.16}.strip .bar{stroke:currentColor;
stroke-width:5;stroke-linecap:round;opacity:.5}.strip .value{fill:currentColor}.strip .bound{stroke:var(--ink);stroke-width:2}
footer{color:var(--muted);font-size:.86rem;margin-top:1.5rem}
@media(max-width:44rem){.page{padding:0 .8rem 3rem}nav{margin:0 -.8rem 1rem;padding:0 .8rem}.top{padding:1.5rem 0 1rem}
.top h1{font-size:1.55rem}main>section{padding:1.1rem 1rem 1.25rem;border-radius:10px}.hero{padding:1.1rem}
.hero .word{font-size:2.1rem}.hero .sentence{font-size:1.06rem}.words dl>div{grid-template-columns:1fr;gap:.15rem}
figure{padding:.8rem}tr.note div,tr.group div{position:sticky;left:.25rem;max-width:calc(100vw - 4.2rem)}.claims table{min-width:46rem}}
@media print{:root{--ground:#fff;--faint:#f3f3f3;color-scheme:light}body{font-size:10pt}nav,.skip{display:none}
.page{max-width:none;padding:0}main>section{border:0;padding:0;border-radius:0}
.scroll{overflow:visible}figure,.card,.hero,.side,.quote,tr{break-inside:avoid}h2,h3{break-after:avoid}
.hash{max-width:none;white-space:normal;overflow-wrap:anywhere}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
figure svg[role=img]{min-width:0}table{font-size:8.5pt}th,td{padding:.25rem .35rem}td small,.num small{white-space:normal}}
)css";

}  // namespace

std::string_view StyleSheet() { return kStyle; }

}  // namespace assay::report
