// @ts-check
import { quickAddViolations } from './quick-add.mjs';

/** @type {readonly import('./violation.mjs').Violation[]} */
export const violations = [...quickAddViolations];
