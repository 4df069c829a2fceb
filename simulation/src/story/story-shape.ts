import type { Sizes } from './sizes.ts';

/** The possible faults; a story switches on some of them. */
export const faultNames = [
  'requestLost',
  'answerLost',
  'duplicated',
  'delayed',
  'reordered',
  'hung',
  'truncated',
  'captivePortal',
  'refused',
  'gateway',
  'oldNode',
  'fetchAll',
  'tooLarge',
  'impatient',
  'storeFails',
  'clockJump',
  'restoreDb',
  'entryError',
  'serverCrash',
  'deviceCrash',
  'tabClosed',
  'slowServer',
  'slowStore',
  'twoRunners',
  'otherSession',
  'signOut',
  'sessionEnds',
  'clearData',
  'tabFrozen',
  'offline',
  'later',
] as const;
/** See {@link faultNames}. */
export type FaultName = (typeof faultNames)[number];

/** The probability of each fault, per occasion; an absent fault never happens. */
export type Faults = { readonly [F in FaultName]?: number };

/** The next action of a person or a fault. */
export type StepKind =
  | 'create'
  | 'edit'
  | 'openEditor'
  | 'saveEditor'
  | 'status'
  | 'assign'
  | 'removePerson'
  | 'move'
  | 'delete'
  | 'deleteAll'
  | 'restore'
  | 'run'
  | 'runAll'
  | 'collide'
  | 'resolve'
  | 'dialog'
  | 'attention'
  | 'readInbox'
  | 'contacts'
  | 'rename'
  | 'serverTrash'
  | 'signIn'
  | FaultStep
  | RareStep
  | 'converge';

/** Steps that only some stories have. */
export type RareStep =
  | 'deleteAccount'
  | 'importFile'
  | 'damage'
  | 'lasting'
  | 'unreadable'
  | 'upgrade'
  | 'newerApp'
  | 'earlierTab'
  | 'earlierRename'
  | 'earlierRun'
  | 'takeAway'
  | 'block'
  | 'overtake'
  | 'label'
  | 'place'
  | 'undo'
  | 'redoLate'
  | 'occurrence'
  | 'privateRow';

/** Faults that are steps: they happen at one moment. */
export const faultSteps = [
  'serverCrash',
  'deviceCrash',
  'tabClosed',
  'otherSession',
  'clockJump',
  'restoreDb',
  'signOut',
  'sessionEnds',
  'clearData',
  'tabFrozen',
  'offline',
  'later',
] as const satisfies readonly FaultName[];

/** See {@link faultSteps}. */
export type FaultStep = (typeof faultSteps)[number];

/**
 * One step. The numbers choose among the things that exist when it is taken, so that a story still makes
 * sense with any of its steps left out; `salt` seeds all random choices until the next step.
 */
export interface StoryStep {
  readonly kind: StepKind;
  /** Selects the tab, counted over all of the world. */
  readonly tab: number;
  /** Selects the item, conflict or request. */
  readonly at: number;
  /** Selects the parent, status, person or decision. */
  readonly to: number;
  readonly salt: number;
  /** Virtual time that passes after the step, in ms. */
  readonly thenMs: number;
}

/** Everything that happens in one simulated world; the same story always has the same result. */
export interface Story {
  /** The number of tabs for each device of each user. */
  readonly users: readonly (readonly number[])[];
  /** Pairs of users, by their index, who are strangers at first; all others are contacts. */
  readonly strangers?: readonly (readonly [number, number])[];
  readonly faults: Faults;
  /** The sizes of the product if absent. */
  readonly sizes?: Sizes;
  readonly steps: readonly StoryStep[];
  /** The seed for the data that its tabs show and send each other; 0 if absent. */
  readonly replicaSeed?: number;
  /** The browsers that begin with the app of the last release, by their index. */
  readonly lastRelease?: readonly number[];
}
