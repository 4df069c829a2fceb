import type { FaultName, Faults, StepKind } from './story-shape.ts';

/** Steps after which two people, with some luck, work in one tree. */
const sharing = ['create', 'runAll', 'assign', 'runAll'] as const;

/**
 * Themes of only some stories: their steps replace some others there. Each theme is drawn from a stream of
 * its own, so that adding one at the end leaves all stories without it as they were.
 */
export const rareThemes: readonly {
  /**
   * Taken in this order, again and again. `stories` is the share of stories with the theme, `part` the
   * share of their steps that it replaces.
   */
  readonly steps: readonly StepKind[];
  readonly stories: number;
  readonly part: number;
  readonly notWith?: FaultName;
  /** Additional faults. */
  readonly faults?: Faults;
  /** One person takes all steps of a round. */
  readonly isByOne?: true;
  /** Some browsers begin with the app of the last release. */
  readonly isOfTwoReleases?: true;
}[] = [
  // A backup is restored while people work.
  {
    steps: ['edit', 'run', 'restoreDb', 'runAll', 'create'],
    stories: 0.1,
    part: 0.3,
    faults: { restoreDb: 0.1 },
  },
  {
    steps: [...sharing, ...sharing, ...sharing, 'deleteAccount'],
    stories: 0.1,
    part: 0.4,
    // The effect of a restored backup on a deleted account is not simulated.
    notWith: 'restoreDb',
  },
  { steps: ['importFile', 'run', 'importFile', 'runAll', 'status'], stories: 0.1, part: 0.2 },
  { steps: ['runAll', 'damage', 'run', 'edit'], stories: 0.1, part: 0.15 },
  { steps: ['edit', 'lasting', 'create', 'runAll', 'edit', 'runAll'], stories: 0.15, part: 0.35 },
  { steps: ['runAll', 'unreadable', 'edit', 'create', 'run'], stories: 0.15, part: 0.6 },
  {
    steps: [...sharing, 'edit', 'status', 'upgrade'],
    stories: 0.12,
    part: 0.2,
    // Protocol 1 has no positions, so that an unannounced restore is not detected.
    notWith: 'restoreDb',
    isOfTwoReleases: true,
  },
  // People share a family closely, and unshare it.
  { steps: ['runAll', 'takeAway', 'runAll', 'takeAway', 'takeAway'], stories: 0.25, part: 0.6 },
  // A server that fails often, for people who reorganise and read.
  {
    steps: ['create', 'move', 'move', 'run', 'readInbox', ...sharing, 'readInbox', 'run'],
    stories: 0.3,
    part: 0.5,
    faults: { entryError: 0.3 },
    isByOne: true,
  },
  // A server that has little time, for people who undo their actions.
  {
    steps: ['create', 'create', 'run', 'delete', 'run', 'create', 'restore', 'run', 'removePerson'],
    stories: 0.12,
    part: 0.5,
    faults: { impatient: 0.1 },
    isByOne: true,
  },
  // A server that goes down while users sign in and out.
  {
    steps: [
      'serverCrash',
      'signOut',
      'runAll',
      'signIn',
      'runAll',
      'serverCrash',
      'serverTrash',
      'run',
    ],
    stories: 0.1,
    part: 0.3,
  },
  // People change items that others have open.
  {
    steps: ['overtake', 'create', 'saveEditor', 'runAll', 'overtake', 'saveEditor', ...sharing],
    stories: 0.15,
    part: 0.4,
  },
  // A person whose work is inside another's tree deletes their account.
  {
    steps: ['takeAway', 'takeAway', 'runAll', 'create', 'runAll', 'deleteAccount'],
    stories: 0.12,
    part: 0.5,
    notWith: 'restoreDb',
  },
  // Deleted items come back where there is no room left for them.
  {
    steps: ['create', 'create', 'run', 'deleteAll', 'run', 'create', 'create', 'restore', 'run'],
    stories: 0.2,
    part: 0.8,
    isByOne: true,
  },
  // Another user signs in, or the server goes down, during a sync cycle.
  {
    steps: [
      'damage',
      'run',
      'otherSession',
      'runAll',
      'sessionEnds',
      'run',
      'signIn',
      'runAll',
      'serverCrash',
      'runAll',
    ],
    stories: 0.15,
    part: 0.4,
  },
  // People label shared items, at the same time.
  {
    steps: [
      'label',
      'run',
      'label',
      'label',
      'runAll',
      'edit',
      'label',
      ...sharing,
      'label',
      'label',
    ],
    stories: 0.2,
    part: 0.4,
  },
  // People undo their actions while others keep working.
  {
    steps: [
      'edit',
      'undo',
      'edit',
      'run',
      'runAll',
      'undo',
      'undo',
      'status',
      'undo',
      'create',
      'label',
      'undo',
      'undo',
      'delete',
      'undo',
      'move',
      'assign',
      'runAll',
      'undo',
      'undo',
    ],
    stories: 0.15,
    part: 0.5,
    isByOne: true,
  },
  // People complete repeating items, at the same time, and move their dates.
  {
    steps: [
      'occurrence',
      'run',
      'occurrence',
      'runAll',
      'occurrence',
      'edit',
      'occurrence',
      ...sharing,
      'occurrence',
      'occurrence',
    ],
    stories: 0.25,
    part: 0.5,
  },
  // The same by people with the app of the last release, which does not know repeating items.
  {
    steps: [
      'occurrence',
      'runAll',
      'occurrence',
      'run',
      'label',
      'edit',
      'runAll',
      'occurrence',
      'edit',
      ...sharing,
      'status',
      'occurrence',
      'runAll',
      'upgrade',
    ],
    stories: 0.12,
    part: 0.5,
    notWith: 'restoreDb',
    isOfTwoReleases: true,
  },
  // A tab of a newer app works beside those of today's.
  {
    steps: ['edit', 'newerApp', 'edit', 'create', 'runAll', 'status', 'run', 'newerApp', 'runAll'],
    stories: 0.1,
    part: 0.5,
    notWith: 'restoreDb',
  },
  // Repeating items are unshared from people who complete them.
  {
    steps: ['occurrence', 'runAll', 'takeAway', 'occurrence', 'occurrence', 'occurrence'],
    stories: 0.1,
    part: 0.8,
  },
  // People redo undone actions after others have changed the items.
  { steps: [...sharing, 'redoLate', 'runAll', 'redoLate', 'runAll'], stories: 0.1, part: 0.6 },
  // People block each other, and bring back shared items.
  {
    steps: [...sharing, 'delete', 'runAll', 'block', 'restore', 'runAll', 'edit', 'restore'],
    stories: 0.06,
    part: 0.5,
  },
  // A tab of the release 0.2.0 finds repeating items in the queue of today's tabs.
  {
    steps: ['occurrence', 'runAll', 'occurrence', 'earlierTab', 'edit', 'runAll', 'occurrence'],
    stories: 0.04,
    part: 0.5,
    notWith: 'restoreDb',
  },
  // It renames an item with a queued change of today's app.
  { steps: ['edit', 'earlierRename', 'edit', 'earlierRename', 'runAll'], stories: 0.04, part: 0.5 },
  // It syncs, while others complete repeating items and label them.
  {
    steps: ['occurrence', 'earlierRun', 'label', 'runAll', 'edit', 'occurrence', 'earlierRun'],
    stories: 0.04,
    part: 0.5,
  },
  // People change rows of their own on several devices.
  {
    steps: ['privateRow', 'run', 'privateRow', 'privateRow', 'runAll', 'edit', 'privateRow'],
    stories: 0.2,
    part: 0.4,
  },
  // They do so as guests, and beside a tab of an earlier release.
  {
    steps: [
      'privateRow',
      'runAll',
      'signOut',
      'privateRow',
      'signIn',
      'privateRow',
      'earlierRun',
      'runAll',
    ],
    stories: 0.1,
    part: 0.5,
  },
  // People put items of shared campaigns in order, at the same time.
  {
    steps: ['create', 'place', 'run', 'place', 'runAll', 'place', ...sharing, 'place', 'undo'],
    stories: 0.2,
    part: 0.4,
  },
];
