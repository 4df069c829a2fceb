import { Random } from './random.ts';

/** What may go wrong; a story switches on some of it. */
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
] as const;
/** See {@link faultNames}. */
export type FaultName = (typeof faultNames)[number];

/** How likely each fault is, per occasion; one that is absent never happens. */
export type Faults = { readonly [F in FaultName]?: number };

/** What somebody, or fate, does next. */
export type StepKind =
  | 'create'
  | 'edit'
  | 'status'
  | 'assign'
  | 'move'
  | 'delete'
  | 'deleteAll'
  | 'restore'
  | 'run'
  | 'resolve'
  | 'dialog'
  | 'attention'
  | 'signIn'
  | FaultStep
  | 'heal';

type FaultStep = (typeof faultSteps)[number];

/**
 * One step. The numbers choose among what is there when it is taken, so that a story still makes
 * sense with any of its steps left out; `salt` seeds all the chance until the next step.
 */
export interface Step {
  readonly kind: StepKind;
  /** Which tab of the world, counted over. */
  readonly tab: number;
  /** Which item, conflict or request. */
  readonly at: number;
  /** Which parent, status, person or decision. */
  readonly to: number;
  readonly salt: number;
  /** Virtual time that passes after the step, in ms. */
  readonly thenMs: number;
}

/** Everything that happens in one simulated world; the same story always happens the same way. */
export interface Story {
  /** For each user, for each of their devices, how many tabs. */
  readonly users: readonly (readonly number[])[];
  readonly faults: Faults;
  readonly steps: readonly Step[];
}

const actionWeights: Readonly<Record<Exclude<StepKind, FaultStep | 'signIn'>, number>> = {
  create: 22,
  edit: 13,
  status: 14,
  assign: 7,
  move: 7,
  delete: 4,
  deleteAll: 3,
  restore: 4,
  run: 22,
  resolve: 4,
  dialog: 1,
  attention: 2,
  heal: 0.4,
};

const faultSteps = [
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
] as const satisfies readonly FaultName[];

/** The story of a seed (a whole number below 2^32); `always` names faults that it has in any case. */
export function storyOf(seed: number, always: readonly FaultName[] = []): Story {
  const random = new Random(seed);
  // Most are small, so that many can be told; some are as large as the design says.
  const some = (counts: readonly number[]): readonly null[] =>
    Array.from({ length: random.pick(counts) }, () => null);
  const users = some([1, 2, 2, 2, 3, 4]).map(() =>
    some([1, 1, 1, 2, 2, 3]).map(() => random.pick([1, 1, 1, 2, 2, 3])),
  );
  const isCalm = random.chance(0.15);
  const chosen = faultNames.filter(() => !isCalm && random.chance(0.35));
  const faults = Object.fromEntries(
    [...new Set([...chosen, ...always])].map(
      (name) => [name, (2 + random.below(25)) / 100] as const,
    ),
  );
  const weights = Object.entries(actionWeights).map(([kind, weight]): [StepKind, number] => [
    kind as StepKind,
    // Each story has its own temper.
    weight * (0.3 + random.below(150) / 100),
  ]);
  for (const kind of faultSteps) if (faults[kind] !== undefined) weights.push([kind, 4]);
  const makesGuests = faults.signOut !== undefined || faults.sessionEnds !== undefined;
  if (makesGuests) weights.push(['signIn', 9]);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const hastyMs = random.pick([300, 2000, 8000]);
  const stepOf = (): Step => {
    let dice = (random.uint32() / 2 ** 32) * total;
    const kind = weights.find(([, weight]) => (dice -= weight) < 0)?.[0] ?? 'run';
    return {
      kind,
      tab: random.below(60),
      at: random.below(1000),
      to: random.below(1000),
      salt: random.uint32(),
      thenMs: random.chance(0.3) ? 0 : random.below(hastyMs),
    };
  };
  const most = random.chance(0.15) ? 300 : 120;
  const steps = Array.from({ length: 20 + random.below(most - 19) }, stepOf);
  return { users, faults, steps };
}
