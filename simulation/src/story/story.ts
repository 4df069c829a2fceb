import { Random } from './random.ts';
import { ofTheNetwork, withRareThemes } from './rare-themes.ts';
import { drawSizes } from './sizes.ts';
import { faultNames, faultSteps } from './story-shape.ts';
import type { FaultName, FaultStep, RareStep, StoryStep, StepKind, Story } from './story-shape.ts';

export { faultNames } from './story-shape.ts';
export type { FaultName, Faults, StoryStep as Step, StepKind, Story } from './story-shape.ts';

const actionWeights: Readonly<Record<Exclude<StepKind, FaultStep | RareStep | 'signIn'>, number>> =
  {
    create: 15,
    edit: 14,
    openEditor: 10,
    saveEditor: 9,
    status: 12,
    assign: 9,
    removePerson: 4,
    move: 7,
    delete: 4,
    deleteAll: 3,
    restore: 6,
    run: 18,
    runAll: 14,
    collide: 7,
    resolve: 7,
    dialog: 1,
    attention: 2,
    readInbox: 2,
    contacts: 2,
    rename: 0.7,
    serverTrash: 2,
    converge: 0.4,
  };

/** The story of a seed (a whole number below 2^32); `always` names faults that it has in any case. */
export function storyOf(seed: number, always: readonly FaultName[] = []): Story {
  const random = new Random(seed);
  // Most stories are small, so that many can run; some are as large as the product's limits.
  const some = (counts: readonly number[]): readonly null[] =>
    Array.from({ length: random.pick(counts) }, () => null);
  const users = some([1, 2, 2, 2, 3, 4]).map(() =>
    some([1, 1, 1, 2, 2, 3]).map(() => random.pick([1, 1, 1, 2, 2, 3])),
  );
  const strangers = users.flatMap((_, one) =>
    users.slice(0, one).flatMap((__, other) => {
      const areStrangers = random.chance(0.3);
      return areStrangers ? [[other, one] as const] : [];
    }),
  );
  const isCalm = random.chance(0.15);
  const chosen = faultNames.filter(() => !isCalm && random.chance(0.35));
  // A sync cycle is many calls: if each fails often, almost nothing is sent before the world converges.
  const share = random.pick([1, 0.3, 0.1]);
  const faults = Object.fromEntries(
    [...new Set([...chosen, ...always])].map((name) => {
      // A request that fails three times is blocked.
      const most = name === 'entryError' ? 70 : 25;
      const likelihood = (2 + random.below(most)) / 100;
      return [name, ofTheNetwork.has(name) ? likelihood * share : likelihood] as const;
    }),
  );
  const weights = Object.entries(actionWeights).map(([kind, weight]): [StepKind, number] => [
    kind as StepKind,
    // Each story has its own mix.
    weight * (0.3 + random.below(150) / 100),
  ]);
  for (const kind of faultSteps) if (faults[kind] !== undefined) weights.push([kind, 6]);
  const makesGuests = faults.signOut !== undefined || faults.sessionEnds !== undefined;
  if (makesGuests) weights.push(['signIn', 9]);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const hastyMs = random.pick([300, 2000, 8000]);
  const stepOf = (): StoryStep => {
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
  const opening = random.chance(0.7) ? openingOf(users, random) : [];
  const steps = [...opening, ...Array.from({ length: 20 + random.below(most - 19) }, stepOf)];
  const sizes = drawSizes(random);
  const story = { users, strangers, faults, sizes, steps, replicaSeed: seed };
  return withRareThemes(seed, story);
}

/**
 * The first steps of most stories: a family that the first user shares with the second. In most stories the
 * second user loses a right on it in the end, and has not yet received the change.
 */
function openingOf(users: Story['users'], random: Random): readonly StoryStep[] {
  const tabOfSecond = (users[0] ?? []).reduce((sum, tabs) => sum + tabs, 0);
  const second = 2 + (users[0]?.length ?? 0);
  const nobody = 0;
  const take = (tab: number, kind: StepKind, at = 0, to = 0, thenMs = 0): StoryStep => {
    // Nothing here is chosen at random (see occasions.ts).
    const salt = random.uint32();
    return { kind, tab, at, to, salt: salt - (salt % 24) + 2, thenMs };
  };
  const all = take(0, 'runAll', 0, 0, 3000);
  const campaign = take(0, 'create', 4, 0);
  const unshared = [take(0, 'assign', 3, nobody), take(0, 'run', 0, 0, 1000)];
  if (random.chance(0.3)) {
    // The second user manages the items they made there, and later can only see them.
    const own = [take(tabOfSecond, 'create', 1, 1), take(tabOfSecond, 'create', 3, 2)];
    const made = [...own, take(tabOfSecond, 'assign', 2, second)];
    return [campaign, take(0, 'assign', 3, second), all, all, ...made, all, all, ...unshared];
  }
  const family = [campaign, take(0, 'create', 1, 1), take(0, 'create', 2, 5)];
  if (random.chance(0.5)) return [...family, take(0, 'assign', 1, second), all, all];
  const shared = [take(0, 'assign', 3, second), take(0, 'assign', 2, second)];
  return [...family, ...shared, all, all, ...unshared];
}
