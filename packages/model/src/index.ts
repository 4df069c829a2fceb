/** A reference model of the rules, the acts of people that it evaluates, and the shape of systems to compare. */
export { filledRequest, requestOf, uuidOfItem, type ModelAct } from './acts.ts';
export { checkScript, valuesIn, wrongAnswer } from './check-script.ts';
export { decide } from './decide.ts';
export { codeOf, type DrivenAnswer, type DrivenRequest, type Driver } from './driver.ts';
export { EverybodysRights } from './everybodys-rights.ts';
export { emptyFacts } from './facts.ts';
export type { ModelDecision, ModelFacts, ModelPlace, ModelType, RequiredAnswer } from './facts.ts';
export {
  actors,
  anyModelScript,
  anyModelStep,
  anySeriesScript,
  deletedFamilies,
  placingOf,
  sharedFamilies,
} from './generator.ts';
export { brokenInvariants, remainsOfEnded, rightsInRows } from './invariants.ts';
export type { ModelState } from './model.ts';
export {
  assign,
  complete,
  edit,
  make,
  move,
  remove,
  removePerson,
  restore,
  type ModelStep,
} from './named-acts.ts';
export { serialOrder, type ObservedRequest } from './serial-order.ts';
export { differencesIn, StoredNames } from './stored-facts.ts';
export type { ComparedTables, StoredTables } from './stored-tables.ts';
export { anyBatchStep, anyWideStep, searchTexts, wideStep, type WideStep } from './wide-steps.ts';
