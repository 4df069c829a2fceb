import { expect, test } from 'vitest';
import { below, sumOf } from './census.ts';
import type { Counts } from './census.ts';
import { censusTarget } from './census-target.ts';
import { Random } from './random.ts';
import { readRegressions } from './regressions.ts';
import { runStory } from './run-story.ts';
import type { Ending } from './run-story.ts';
import { storyOf } from './story.ts';

const longMs = 300_000;

test(
  'the same seed twice gives the same trace, another seed another',
  async () => {
    const digests = new Set<string>();
    for (const seed of [3, 4, 5, 0xffffffff]) {
      const first = await runStory(storyOf(seed), { keepsTrace: true });
      const second = await runStory(storyOf(seed), { keepsTrace: true });
      expect(second.lines).toEqual(first.lines);
      expect(second.digest).toBe(first.digest);
      digests.add(first.digest);
    }
    expect(digests.size).toBe(4);
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

test.each([...regressions])('the regression %s holds', async (_, { story }) => {
  expect((await runStory(story)).failure).toBeNull();
});

/** Always the same, so that a failure can be reproduced; `npm run simulate` runs more. */
const seedsInAll = 750;
const seedsAtOnce = 50;

const endings = new Map<number, Ending>();

async function endingOf(seed: number): Promise<Ending> {
  const ending = endings.get(seed) ?? (await runStory(storyOf(seed)));
  endings.set(seed, ending);
  return ending;
}

test.each(Array.from({ length: seedsInAll / seedsAtOnce }, (_, part) => part * seedsAtOnce + 1))(
  '[I1] [I2] [I3] [I4] [I5] [I6] [I7] [I9] [I10] [I11] [I12] [I13] [I16] [I17] [I18] [I19] [I20] [I21] [I22] [I23] [I24] [I25] [I26] hold after every step of the stories from seed %i on',
  async (from) => {
    for (let seed = from; seed < from + seedsAtOnce; seed += 1) {
      const { failure } = await endingOf(seed);
      expect({ seed, failure }).toEqual({ seed, failure: null });
    }
  },
  longMs,
);

test(
  'every command, answer, refusal, conflict, fault and restore occurs in these stories',
  async () => {
    const counts: Counts[] = [];
    for (let seed = 1; seed <= seedsInAll; seed += 1) counts.push((await endingOf(seed)).counts);
    // `--census` asks for 100 in 10,000 seeds; of 750 the rarest may be much fewer than 7.
    expect(below(sumOf(counts), censusTarget, 1)).toEqual([]);
  },
  longMs,
);
