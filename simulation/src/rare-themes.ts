import { Random } from './random.ts';
import type { FaultName, Faults, StepKind, Story } from './story-shape.ts';

/** Steps after which two people work in one tree, with some luck. */
const sharing = ['create', 'runAll', 'assign', 'runAll'] as const;

/**
 * What only some stories are about: steps of it are in place of some others there. Each is drawn from a
 * stream of its own, so that one more at the end leaves all stories without it as they were.
 */
const rareThemes: readonly {
  /** In this order, again and again; in how many stories, and in place of which part of their steps. */
  readonly steps: readonly StepKind[];
  readonly stories: number;
  readonly part: number;
  readonly notWith?: FaultName;
  /** Some browsers begin with the app of the last release. */
  readonly isOfTwoReleases?: true;
}[] = [
  {
    steps: [...sharing, ...sharing, ...sharing, 'deleteAccount'],
    stories: 0.1,
    part: 0.4,
    // What a restored backup makes of a deleted account is not played.
    notWith: 'restoreDb',
  },
  {
    steps: ['importFile', 'run', 'importFile', 'runAll', 'status'],
    stories: 0.1,
    part: 0.2,
  },
  { steps: ['runAll', 'damage', 'run', 'edit'], stories: 0.1, part: 0.15 },
  { steps: ['edit', 'lasting', 'create', 'runAll', 'edit', 'runAll'], stories: 0.15, part: 0.2 },
  { steps: ['runAll', 'unreadable', 'edit', 'create', 'run'], stories: 0.1, part: 0.15 },
  {
    steps: [...sharing, 'edit', 'status', 'upgrade'],
    stories: 0.12,
    part: 0.2,
    // Protocol 1 has no positions, so that a restore which nobody announces is not noticed.
    notWith: 'restoreDb',
    isOfTwoReleases: true,
  },
];

/** What goes wrong between a tab and the server. */
export const ofTheNetwork: ReadonlySet<string> = new Set<FaultName>([
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
  'offline',
]);

/** A story about what is rare; half of them on a network that works, so that devices come to share. */
export function withRareThemes(seed: number, story: Story): Story {
  return rareThemes.reduce((now, { steps, stories, part, notWith, isOfTwoReleases }, index) => {
    const random = new Random(seed, 1 + index);
    if (!random.chance(stories)) return now;
    if (notWith !== undefined && now.faults[notWith] !== undefined) return now;
    const faults = random.chance(0.5) ? without(now.faults, ofTheNetwork) : now.faults;
    let taken = 0;
    const next = (): StepKind => steps[taken++ % steps.length] ?? 'run';
    const taking = now.steps.map((step) =>
      random.chance(part) ? { ...step, kind: next() } : step,
    );
    const isOld = (): boolean => random.chance(0.6);
    const old = isOfTwoReleases ? [...now.users.flat().keys()].filter(isOld) : [];
    const lastRelease = old.length > 0 ? { lastRelease: old } : {};
    return { ...now, ...lastRelease, faults, steps: taking };
  }, story);
}

function without(faults: Faults, names: ReadonlySet<string>): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !names.has(name)));
}
