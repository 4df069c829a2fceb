import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';
import { Random } from './random.ts';
import { readRegressions } from './regressions.ts';
import { runStory } from './run-story.ts';
import { shrink } from './shrink.ts';
import { storyOf } from './story.ts';

const longMs = 120_000;

test('the same seed twice gives the same trace, another seed another', async () => {
  const digests = new Set<string>();
  for (const seed of [3, 4, 5, 0xffffffff]) {
    const first = await runStory(storyOf(seed), { keepsTrace: true });
    const second = await runStory(storyOf(seed), { keepsTrace: true });
    expect(second.lines).toEqual(first.lines);
    expect(second.digest).toBe(first.digest);
    digests.add(first.digest);
  }
  expect(digests.size).toBe(4);
});

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

test(
  '[I1] [I2] [I3] [I4] [I5] [I7] [I11] [I12] [I17] hold after every step of seeded stories',
  async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { failure } = await runStory(storyOf(seed));
      expect({ seed, failure }).toEqual({ seed, failure: null });
    }
  },
  longMs,
);

test.each(Object.entries(mutants))(
  'the net catches a mutant: %s',
  async (_, mutant) => {
    let caught = null;
    for (let seed = 1; seed <= 200 && caught === null; seed += 1) {
      caught = (await runStory(storyOf(seed), { mutant })).failure;
    }
    expect(caught).not.toBeNull();
  },
  longMs,
);

test(
  'a failing story shrinks to one that still breaks the same rule',
  async () => {
    const mutant = mutants['forgetful store'] ?? {};
    let story = storyOf(1);
    let { failure } = await runStory(story, { mutant });
    for (let seed = 2; failure === null; seed += 1) {
      story = storyOf(seed);
      ({ failure } = await runStory(story, { mutant }));
    }
    const shrunk = await shrink(story, failure, { mutant, triesMost: 150 });
    expect(shrunk.story.steps.length).toBeLessThan(story.steps.length / 2);
    expect((await runStory(shrunk.story, { mutant })).failure?.rule).toBe(failure.rule);
  },
  longMs,
);
