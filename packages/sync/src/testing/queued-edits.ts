import type { QueuedRequest } from '../store/queued-request.ts';
import { inStep } from './in-step.ts';
import { uuidOf } from './rows.ts';
import type { TestDevice, TestWorld } from './test-world.ts';

/** A device that is up to date with a server that has this number of tasks. */
export async function seeded(count: number) {
  const made = await inStep();
  for (const uuid of uuids(1, count)) {
    await made.world.server.seed({ uuid, type: 'task', title: 'before' });
  }
  await made.one.engine.run('timer');
  return made;
}

/** An up-to-date device with this number of queued changes: of bad items first, then of good ones. */
export async function edited(bad: number, good: number) {
  const made = await seeded(bad + good);
  for (const uuid of uuids(1, bad + good)) {
    await made.one.edit(uuid, { title: 'edited' });
  }
  made.one.transport.calls.length = 0;
  return made;
}

/** `count` uuids, with the numbers from `from` on. */
export function uuids(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => uuidOf(from + at));
}

/** A cycle that sends, and one by the timer right after it: both fetch, however they end. */
export async function expectPulled(world: TestWorld, one: TestDevice, run: number): Promise<void> {
  for (const [at, trigger] of (['online', 'timer'] as const).entries()) {
    const uuid = uuidOf(1000 + run * 2 + at);
    await world.server.seed({ uuid, type: 'task', title: 'news' });
    expect((await one.engine.run(trigger)).kind).not.toBe('skipped');
    expect((await one.row(uuid)).title).toBe('news');
  }
  await world.time.pass(60_000);
}

/**
 * Pulls until the server has the edits of these items, within `most` pulls, and up to ten times more, in which
 * later effects would show.
 */
export async function expectPulledUntilArrived(
  world: TestWorld,
  one: TestDevice,
  wanted: readonly string[],
  most: number,
): Promise<void> {
  const hasArrived = () => wanted.every((uuid) => world.server.items.get(uuid)?.title === 'edited');
  let more = 10;
  for (let run = 1; run <= most && more > 0; run += 1) {
    await expectPulled(world, one, run);
    if (hasArrived()) more -= 1;
  }
  expectArrived(world, wanted);
}

/** The server has the edits of these items. */
export function expectArrived(world: TestWorld, wanted: readonly string[]): void {
  for (const uuid of wanted) expect(world.server.items.get(uuid)?.title).toBe('edited');
}

/** The only request that is left. */
export async function only(one: TestDevice): Promise<QueuedRequest> {
  const queue = await one.queue();
  expect(queue.length).toBe(1);
  return queue[0] as QueuedRequest;
}
