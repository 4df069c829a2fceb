import { below, sumOf, type Counts } from './record/census.ts';
import { censusTarget } from './run/census-target.ts';
import { coverCommand, coverOf, readCoveringSeeds } from './run/covering-seeds.ts';
import { dayOf, freshSeeds, replayCommand } from './run/fresh-seeds.ts';
import { Random } from './story/random.ts';
import { readRegressions } from './run/regressions.ts';
import { runStory } from './run/run-story.ts';
import { storyOf } from './story/story.ts';

const longMs = 300_000;

test(
  'the same seed twice gives the same trace, and another seed another trace',
  async () => {
    const digests = new Set<string>();
    for (const seed of [3, 0xffffffff]) {
      const first = await runStory(storyOf(seed), { keepsTrace: true });
      const second = await runStory(storyOf(seed), { keepsTrace: true });
      expect(second.lines).toEqual(first.lines);
      expect(second.digest).toBe(first.digest);
      digests.add(first.digest);
    }
    expect(digests.size).toBe(2);
  },
  longMs,
);

test('full 32-bit seeds give distinct streams', () => {
  const streamOf = (seed: number): string => {
    const random = new Random(seed);
    return [random.uint32(), random.uint32(), random.uint32()].join();
  };
  const seeds = Array.from({ length: 4000 }, (_, index) => [
    index,
    0xffffffff - index,
    Math.imul(index + 1, 0x10001) >>> 0,
  ]).flat();
  const distinct = new Set(seeds);
  expect(new Set([...distinct].map(streamOf)).size).toBe(distinct.size);
});

const regressions = readRegressions(`${import.meta.dirname}/../regressions`);

test.each([...regressions])('the regression %s stays fixed', async (_, { story }) => {
  expect((await runStory(story)).failure).toBeNull();
});

/** Plays a seed; if its story fails, the error names the seed and the command that replays it. */
async function countsOf(seed: number): Promise<Counts> {
  const { failure, counts } = await runStory(storyOf(seed));
  if (failure === null) return counts;
  const { step, what } = failure;
  return expect.fail(`seed ${seed}, step ${step}: ${what}\n${replayCommand(seed)}`);
}

const invariants =
  '[I1] [I2] [I3] [I4] [I5] [I6] [I7] [I8] [I9] [I10] [I11] [I12] [I13] [I16] [I17] [I18] [I19] [I20] [I21] [I22] [I23] [I24] [I25] [I26]';

test(
  `${invariants} hold after every step of stories that contain the whole census`,
  async () => {
    const counts: Counts[] = [];
    for (const seed of readCoveringSeeds()) counts.push(await countsOf(seed));
    const missing = below(sumOf(counts), censusTarget, 1);
    expect(missing, `choose other covering seeds: ${coverCommand}`).toEqual([]);
  },
  longMs,
);

/** Other stories each day (UTC), the same during a day; `npm run test:full` draws more in each run. */
const draw = Number(process.env['DRAW_SEED'] ?? dayOf(Date.now()));
const fresh = freshSeeds(draw, Number(process.env['FRESH_SEEDS'] ?? 75));
const atOnce = 5;
const parts = Array.from({ length: Math.ceil(fresh.length / atOnce) }, (_, part) => ({
  seeds: fresh.slice(part * atOnce, (part + 1) * atOnce),
}));

test.each(parts)(
  `${invariants} hold after every step of newly drawn stories, part %#`,
  async ({ seeds }) => {
    for (const seed of seeds) await countsOf(seed);
  },
);

test('drawn seeds stay the same until midnight UTC, and change on the next day', () => {
  const [morning, evening, next] = ['-29T00:00', '-29T23:59', '-30T00:00'].map((time) =>
    freshSeeds(dayOf(Date.parse(`2026-11${time}Z`)), 75),
  );
  expect(evening).toEqual(morning);
  expect(new Set([...(morning ?? []), ...(next ?? [])]).size).toBe(150);
});

test('the cover leaves out seeds that add nothing, and prefers short stories', () => {
  const endings = (
    [
      [1, 30, ['a']],
      [2, 30, ['a', 'b', 'x']],
      [3, 90, ['c', 'b']],
      [4, 10, ['c']],
      [5, 10, ['x']],
    ] as const
  ).map(([seed, steps, events]) => {
    return { seed, steps, failure: null, counts: new Map(events.map((event) => [event, 1])) };
  });
  expect(coverOf(endings, ['a', 'b', 'c', 'd'])).toEqual([2, 4]);
});
