import { startListeningServer, type ListeningServer } from '@foray/server/testing';
import { HttpServer } from './server/http-server.ts';
import { runStory } from './run/run-story.ts';
import { storyOf, type Step, type StepKind, type Story } from './story/story.ts';

/** The number of seeds, which are the same in each run; `npm run test:full` plays more of them. */
const seeds = Number(process.env['HTTP_STORIES'] ?? 5);
/** Enough for every fault to hit work in progress, and few enough for every run of the tests. */
const stepsMost = 24;
const isOf =
  (kind: StepKind) =>
  (step: Step): boolean =>
    step.kind === kind;
/**
 * Events that only some stories have, and late: this many stories are played for each of them, and longer.
 */
const rare = [
  isOf('deleteAccount'),
  isOf('importFile'),
  isOf('damage'),
  isOf('rename'),
  isOf('privateRow'),
  // The time after which the server cleans up.
  (step: Step) => step.kind === 'later' && step.at % 2 === 0,
];
const rareSeeds = Math.ceil(seeds / 6);
const rareStepsMost = 60;
const longMs = 600_000;
/** Failures inside the server, and of the checks of its tables after each commit. */
const notOverHttp: ReadonlySet<StepKind> = new Set(['lasting', 'unreadable', 'upgrade']);

let server: ListeningServer;
beforeAll(async () => {
  server = await startListeningServer();
}, longMs);
afterAll(() => server?.stop());

test(
  '[I1] [I2] [I3] [I4] [I5] [I7] [I12] hold for devices that call the real application on PostgreSQL over HTTP',
  async () => {
    let steps = 0;
    let batches = 0;
    const asked = new Set<string>();
    const occurred = new Set<string>();
    for (const [seed, story] of stories()) {
      let played: HttpServer | undefined;
      const ending = await runStory(story, {
        serverFor: (clock) => {
          played = new HttpServer(clock, server);
          return played;
        },
      });
      expect({ seed, failure: ending.failure }).toEqual({ seed, failure: null });
      steps += ending.steps;
      batches += played?.commits ?? 0;
      for (const operation of played?.asked ?? []) asked.add(operation);
      for (const [key, count] of ending.counts) if (count > 0) occurred.add(key);
    }
    expect(steps).toBeGreaterThan(seeds * (stepsMost / 2));
    // Each story begins with one check.
    expect(batches).toBeGreaterThan(seeds * 2);
    expect(['step: damage', 'import: complete'].filter((key) => !occurred.has(key))).toEqual([]);
    expect([...asked].toSorted()).toEqual([
      'DELETE /api/me',
      'GET /api/changes',
      'GET /api/items',
      'GET /api/pull',
      'GET /api/self-check',
      'GET /api/trash',
      'GET /csrf-cookie',
      'PATCH /api/me',
      'POST /api/batch',
      'POST /api/contacts/sync',
      'POST /api/login',
      'POST /api/notifications/read',
      'POST /api/private',
      'clean-up',
    ]);
  },
  longMs,
);

/** By their seeds: the first stories, only their beginnings, and some that reach rare events. */
function stories(): ReadonlyMap<number, Story> {
  const chosen = new Map<number, Story>();
  for (let seed = 1; seed <= seeds; seed += 1) chosen.set(seed, cut(storyOf(seed), stepsMost));
  for (const isRare of rare) {
    let left = rareSeeds;
    for (let seed = seeds + 1; left > 0; seed += 1) {
      const story = cut(storyOf(seed), rareStepsMost);
      if (chosen.has(seed) || !story.steps.some(isRare)) continue;
      chosen.set(seed, story);
      left -= 1;
    }
  }
  return chosen;
}

function cut(story: Story, most: number): Story {
  const steps = story.steps.filter(({ kind }) => !notOverHttp.has(kind));
  return { ...story, steps: steps.slice(0, most) };
}
