/* SPDX-License-Identifier: Apache-2.0
 * A shared library that isn't an executor module. */
int assay_fake_without_executor(void);
__attribute__((visibility("default"))) int assay_fake_without_executor(void) { return 0; }
