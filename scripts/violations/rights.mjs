// @ts-check
import { reEvaluationViolations } from './rights-again.mjs';
import { answerViolations } from './rights-answers.mjs';
import { assigneeViolations } from './rights-assignees.mjs';
import { changeViolations } from './rights-changes.mjs';
import { ownershipViolations } from './rights-ownership.mjs';
import { powerViolations } from './rights-powers.mjs';
import { removalViolations } from './rights-removal.mjs';
import { tableViolations } from './rights-table.mjs';

/**
 * Each line of the rights in product.md ("Who sees and may do what"), broken alone: the matrix of rights
 * notices it, or a test beside the code where no route shows it. @type {readonly import('./violation.mjs').Violation[]}
 */
export const rightsViolations = [
  ...tableViolations,
  ...powerViolations,
  ...removalViolations,
  ...changeViolations,
  ...ownershipViolations,
  ...assigneeViolations,
  ...answerViolations,
  ...reEvaluationViolations,
];
