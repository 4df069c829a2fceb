// @ts-check
import { answerViolations } from './rights-answers.mjs';
import { assigneeViolations } from './rights-assignees.mjs';
import { changeViolations } from './rights-changes.mjs';
import { removalViolations } from './rights-removal.mjs';
import { tableViolations } from './rights-table.mjs';

/**
 * Each line of the rights in product.md ("Who sees and may do what"), broken alone: the matrix of rights
 * notices it. @type {readonly import('./violation.mjs').Violation[]}
 */
export const rightsViolations = [
  ...tableViolations,
  ...removalViolations,
  ...changeViolations,
  ...assigneeViolations,
  ...answerViolations,
];
