import { startListeningServer } from '@foray/server/testing';
import type { ListeningServer } from '@foray/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpServer } from './http-server.ts';
import { runStory } from './run-story.ts';
import { storyOf } from './story.ts';
import type { Step, Story } from './story.ts';

const seeds = 50;
/** Enough for every fault to meet work under way, and few enough for every run of the tests. */
const stepsMost = 24;
const longMs = 600_000;
/** What is judged after each of its commits, which nobody sees over HTTP, or fails inside the server. */
const notOverHttp: ReadonlySet<Step['kind']> = new Set([
  'deleteAccount',
  'importFile',
  'damage',
  'lasting',
  'unreadable',
  'upgrade',
]);

let server: ListeningServer;
beforeAll(async () => {
  server = await startListeningServer();
}, longMs);
afterAll(() => server?.stop());

test(
  '[I1] [I2] [I3] [I4] [I5] [I7] [I12] hold for devices that meet the real application on PostgreSQL over HTTP',
  async () => {
    let steps = 0;
    let batches = 0;
    const asked = new Set<string>();
    for (let seed = 1; seed <= seeds; seed += 1) {
      const story = storyOf(seed);
      let played: HttpServer | undefined;
      const ending = await runStory(
        { ...story, steps: stepsOf(story).slice(0, stepsMost) },
        {
          serverFor: (clock) => {
            played = new HttpServer(clock, server);
            return played;
          },
        },
      );
      expect({ seed, failure: ending.failure }).toEqual({ seed, failure: null });
      steps += ending.steps;
      batches += played?.commits ?? 0;
      for (const operation of played?.asked ?? []) asked.add(operation);
    }
    expect(steps).toBeGreaterThan(seeds * (stepsMost / 2));
    // One look each is at the beginning.
    expect(batches).toBeGreaterThan(seeds * 2);
    expect([...asked].toSorted()).toEqual([
      'GET /api/changes',
      'GET /api/items',
      'GET /api/self-check',
      'GET /api/trash',
      'GET /csrf-cookie',
      'PATCH /api/me',
      'POST /api/batch',
      'POST /api/contacts/sync',
      'POST /api/login',
      'POST /api/notifications/read',
      'housekeeping',
    ]);
  },
  longMs,
);

function stepsOf({ steps }: Story): readonly Step[] {
  return steps.filter(({ kind }) => !notOverHttp.has(kind));
}
