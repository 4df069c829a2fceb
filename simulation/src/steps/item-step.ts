import type { StoryStep, StepKind } from '../story/story-shape.ts';

const itemSteps = [
  'create',
  'edit',
  'openEditor',
  'saveEditor',
  'status',
  'assign',
  'removePerson',
  'move',
  'delete',
  'deleteAll',
  'restore',
  'label',
  'place',
  'occurrence',
] as const satisfies readonly StepKind[];
/** Steps that change one item. */
export type ItemStep = (typeof itemSteps)[number];

/** Steps that are saved in an editor that was open for a while. */
export const inEditors = [
  'edit',
  'status',
  'edit',
  'assign',
  'edit',
  'move',
  'edit',
  'deleteAll',
] as const;

/**
 * The step that an opened editor will perform: half of the editors are text editors, the rest menus and
 * dialogs.
 */
export function openedBy({ to }: StoryStep): ItemStep {
  return inEditors[to % inEditors.length] ?? 'edit';
}

/** Whether a step changes one item. */
export function isItemStep(kind: StepKind): kind is ItemStep {
  return itemSteps.some((one) => one === kind);
}
