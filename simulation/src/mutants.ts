import {
  arrivalForgotten,
  erasedWrittenTo,
  leftForgotten,
  movedForgotten,
  onlyClosed,
  signOutFinishedAgain,
  signOutNotFinished,
} from './account-mutants.ts';
import { basisMutants } from './basis-mutants.ts';
import {
  baseShown,
  conflictForgotten,
  cursorBeforeRows,
  decidesFromMemory,
  laterClockWins,
  sentForgotten,
  splitAction,
} from './device-mutants.ts';
import {
  conflictOutlivesHistory,
  blockedAtOnce,
  startForgotten,
  versionsOutliveHistory,
} from './conflict-mutants.ts';
import { progressMutants } from './progress-mutants.ts';
import type { NamedMutant } from './named-mutant.ts';
import { positionMutants } from './position-mutants.ts';
import { passedToNobody, restoreWithoutRight, rootMutants } from './right-mutants.ts';
import { replicaMutants } from './replica-mutants.ts';
import { runStory } from './run-story.ts';
import type { Failure } from './run-story.ts';
import {
  accessOutlivesRight,
  childrenFirst,
  noMemory,
  opOutside,
  uuidsTwice,
} from './server-mutants.ts';
import { alwaysSynced, forgetfulStore, smallerRevWins } from './store-mutants.ts';
import { seenMutants } from './seen-mutants.ts';
import { storyOf } from './story.ts';
import type { Step, Story } from './story.ts';
import {
  changeBringsBack,
  importNotTold,
  missingIsGone,
  neverRun,
  portalIsSuccess,
  removalNotTold,
  selfCheckNotHeard,
  silenceIsSuccess,
  skippedRow,
} from './transport-mutants.ts';
import { unreadableMutants } from './unreadable-mutants.ts';
import { upgradeMutants } from './upgrade-mutants.ts';
import type { Mutant } from './world.ts';

/**
 * Protections taken away one at a time (sync.md, section 7), at least one for each invariant that is
 * looked at. Each must be seen by some seed, as that invariant, or the net has a hole.
 */
export const mutants: readonly NamedMutant[] = [
  { name: 'forgetful store', breaks: 'I1', seed: 2, mutant: forgetfulStore },
  {
    name: 'sent forgotten',
    breaks: 'I1',
    seed: 5,
    faults: ['answerLost'],
    mutant: sentForgotten,
  },
  { name: 'op outside', breaks: 'I1', faults: ['answerLost'], mutant: opOutside },
  {
    name: 'silence is success',
    breaks: 'I1',
    seed: 1,
    faults: ['requestLost'],
    mutant: silenceIsSuccess,
  },
  {
    name: 'portal is success',
    breaks: 'I1',
    seed: 27,
    faults: ['captivePortal'],
    mutant: portalIsSuccess,
  },
  {
    name: 'missing is gone',
    breaks: 'I1',
    seed: 148,
    faults: ['entryError'],
    mutant: missingIsGone,
  },
  { name: 'uuids twice', breaks: 'I2', seed: 9, mutant: uuidsTwice },
  {
    name: 'no key, no If-Match',
    breaks: 'I3',
    seed: 166,
    faults: ['answerLost'],
    mutant: noMemory,
  },
  {
    name: 'arrival forgotten',
    breaks: 'I1',
    seed: 13,
    faults: ['signOut', 'storeFails'],
    steps: ['create', 'signIn', 'signOut'],
    mutant: arrivalForgotten,
  },
  {
    name: 'moved forgotten',
    breaks: 'I1',
    seed: 19,
    faults: ['sessionEnds', 'storeFails', 'tabClosed'],
    steps: ['create', 'signIn', 'sessionEnds'],
    mutant: movedForgotten,
  },
  {
    name: 'left forgotten',
    breaks: 'I1',
    seed: 90,
    faults: ['signOut', 'slowStore'],
    steps: ['create', 'signOut', 'signIn'],
    mutant: leftForgotten,
  },
  {
    name: 'sign-out finished again',
    breaks: 'I1',
    seed: 2,
    faults: ['signOut'],
    mutant: signOutFinishedAgain,
  },
  { name: 'children first', breaks: 'I4', seed: 6, mutant: childrenFirst },
  {
    name: 'no actor check',
    breaks: 'I5',
    seed: 4,
    faults: ['otherSession'],
    mutant: () => ({ trustsSession: true }),
  },
  { name: 'removal not told', breaks: 'I6', seed: 34, mutant: removalNotTold },
  { name: 'access outlives the right', breaks: 'I7', seed: 3, mutant: accessOutlivesRight },
  { name: 'change brings back', breaks: 'I8', seed: 13, mutant: changeBringsBack },
  { name: 'base shown', breaks: 'I9', seed: 2, mutant: baseShown },
  { name: 'skipped row', breaks: 'I10', mutant: skippedRow },
  {
    name: 'cursor before rows',
    breaks: 'I10',
    seed: 23,
    faults: ['storeFails'],
    mutant: cursorBeforeRows,
  },
  { name: 'always synced', breaks: 'I11', mutant: alwaysSynced },
  { name: 'split action', breaks: 'I11', mutant: splitAction },
  { name: 'never run', breaks: 'I12', mutant: neverRun },
  { name: 'conflict forgotten', breaks: 'I13', seed: 1, mutant: conflictForgotten },
  { name: 'only closed', breaks: 'I15', seed: 2, faults: ['signOut'], mutant: onlyClosed },
  {
    name: 'sign-out not finished',
    breaks: 'I15',
    seed: 10,
    faults: ['signOut', 'tabClosed'],
    steps: ['signOut', 'tabClosed', 'signIn'],
    mutant: signOutNotFinished,
  },
  {
    name: 'erased written to',
    breaks: 'I15',
    seed: 22,
    faults: ['signOut', 'slowStore'],
    steps: ['signOut', 'signIn', 'create', 'run'],
    mutant: erasedWrittenTo,
  },
  {
    name: 'later clock wins',
    breaks: 'I16',
    seed: 7,
    faults: ['clockJump'],
    mutant: laterClockWins,
  },
  ...seenMutants,
  { name: 'smaller rev wins', breaks: 'I17', seed: 4, mutant: smallerRevWins },
  {
    name: 'restore without right',
    breaks: 'I19',
    seed: 5,
    steps: ['assign', 'runAll', 'delete', 'runAll', 'create'],
    mutant: restoreWithoutRight,
  },
  { name: 'start forgotten', breaks: 'I20', seed: 3, mutant: startForgotten },
  { name: 'parked at once', breaks: 'I20', seed: 9, faults: ['entryError'], mutant: blockedAtOnce },
  {
    name: 'conflict outlives history',
    breaks: 'I20',
    seed: 18,
    faults: ['restoreDb'],
    steps: ['edit', 'runAll', 'restoreDb'],
    mutant: conflictOutlivesHistory,
  },
  {
    name: 'versions outlive history',
    breaks: 'I5',
    seed: 1,
    faults: ['restoreDb'],
    steps: ['edit', 'runAll', 'restoreDb'],
    mutant: versionsOutliveHistory,
  },
  {
    name: 'self-check not heard',
    breaks: 'I7',
    seed: 3,
    steps: ['create', 'runAll', 'damage'],
    mutant: selfCheckNotHeard,
  },
  {
    name: 'import not told',
    breaks: 'I22',
    seed: 2,
    steps: ['importFile', 'runAll'],
    mutant: importNotTold,
  },
  {
    name: 'passed to nobody',
    breaks: 'I21',
    seed: 54,
    steps: [
      'create',
      'assign',
      'runAll',
      'create',
      'runAll',
      'assign',
      'create',
      'runAll',
      'deleteAccount',
    ],
    mutant: passedToNobody,
  },
  ...progressMutants,
  ...unreadableMutants,
  ...upgradeMutants,
  ...rootMutants,
  ...positionMutants,
  ...basisMutants,
  ...replicaMutants,
  { name: 'decides from memory', breaks: 'I17', seed: 2, mutant: decidesFromMemory },
];

/** The known seed or else the first of `seeds` in which the mutant breaks its invariant; null if the net misses it. */
export async function catchMutant(
  { breaks, mutant, seed: known, ...needs }: NamedMutant,
  seeds: Iterable<number>,
): Promise<{ readonly seed: number; readonly failure: Failure } | null> {
  for (const seed of [...(known === undefined ? [] : [known]), ...seeds]) {
    const story = storyFor(seed, needs);
    const { failure } = await runStory(story, { mutant });
    if (failure === null) continue;
    if (failure.rule === breaks) return { seed, failure };
    if (breaks === 'I16' && (await isTheClocks(story, mutant))) return { seed, failure };
  }
  return null;
}

/** Whether a story breaks nothing as soon as no clock jumps: then a wrong clock broke it (I16). */
async function isTheClocks(story: Story, mutant: () => Mutant): Promise<boolean> {
  const steps = story.steps.filter(({ kind }) => kind !== 'clockJump');
  return (await runStory({ ...story, steps }, { mutant })).failure === null;
}

/** A seed's story in which what matters happens often, whatever else does. */
function storyFor(
  seed: number,
  { faults = [], steps = [] }: Pick<NamedMutant, 'faults' | 'steps'>,
): Story {
  const story = storyOf(seed, faults);
  const often = Object.fromEntries(faults.map((name) => [name, 0.3]));
  // Only an old database can be upgraded.
  const lastRelease = steps.includes('upgrade') ? { lastRelease: [0, 1, 2, 3] } : {};
  const isOften = ({ salt }: Step): boolean => steps.length > 0 && salt % 2 === 0;
  return {
    ...story,
    ...lastRelease,
    faults: { ...story.faults, ...often },
    steps: story.steps.map((step) =>
      isOften(step) ? { ...step, kind: steps[step.at % steps.length] ?? step.kind } : step,
    ),
  };
}
