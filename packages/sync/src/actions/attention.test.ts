import { isBlocked, type QueuedRequest } from '../store/queued-request.ts';
import type { BatchEntry } from '@foray/contract';
import { discardedWith, discardRequest } from './attention.ts';
import { expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { newWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';

/** A device that is up to date, with a task 'P' of two todos 'A' and 'B' and a todo 'loose'. */
async function atWork() {
  const { world, one } = newWorld();
  const [parent, a, b, loose] = [uuidOf(1), uuidOf(2), uuidOf(3), uuidOf(4)];
  await world.server.seed({ uuid: parent, type: 'task', title: 'P' });
  const below = { type: 'todo', parent_uuid: parent } as const;
  await world.server.seed({ uuid: a, title: 'A', ...below });
  await world.server.seed({ uuid: b, title: 'B', ...below });
  await one.runsAfter(world.server.seed({ uuid: loose, type: 'todo', title: 'loose' }), 'start');
  return { world, one, parent, a, b, loose };
}

async function refusedBy(
  world: TestWorld,
  one: TestDevice,
  refuses: (entry: BatchEntry) => boolean,
): Promise<QueuedRequest> {
  world.server.refuses = refuses;
  await one.engine.run('action');
  world.server.refuses = () => false;
  const isRefused = ({ state }: QueuedRequest) => isBlocked(state) && state.why.kind === 'verdict';
  const refused = (await one.queue()).find(isRefused);
  if (refused === undefined) throw new Error('nothing was refused');
  return refused;
}

function titleIn({ data }: { readonly data?: unknown }): string {
  const { title } = (data ?? {}) as { readonly title?: string };
  return title ?? '';
}

async function takenAlong(one: TestDevice, { id }: QueuedRequest): Promise<readonly string[]> {
  const along = await discardedWith(one.device, id);
  if (!along.ok) throw new Error(along.error.code);
  return along.value.map((request) => `${request.method} ${titleIn(request)}`.trim());
}

test('[CONF-08] only the listed requests are discarded; if there are others the question is asked again', async () => {
  const { world, one, a, b } = await atWork();
  await one.edit(a, { title: 'refused' });
  const refused = await refusedBy(world, one, () => true);
  const other = { ...refused, data: { title: 'shown before' } };
  const changed = { ok: false, error: 'changed' };
  expect(await discardRequest(one.device, refused.id, [other])).toEqual(changed);
  await one.edit(b, { title: 'B, mine' });
  expect(await discardRequest(one.device, refused.id, [refused, other])).toEqual(changed);
  expect((await one.queue()).map(({ id }) => id)).toContain(refused.id);
  expect(await discardRequest(one.device, refused.id, [refused])).toMatchObject({ ok: true });
});

test('[SYNC-07] [I1] items created inside a discarded item are listed and dropped with it; items that were moved out stay', async () => {
  const { world, one, parent, loose } = await atWork();
  const make = async (title: string, parent_uuid: string | null) => {
    const type = parent_uuid === null ? 'task' : 'todo';
    return (await one.create({ type, title, parent_uuid })).item.uuid;
  };
  const bad = await make('bad', null);
  await make('in it', bad);
  const movedOn = await make('moved on', bad);
  await one.move(movedOn, parent);
  const movedIn = await make('moved in', parent);
  await one.move(movedIn, bad);
  await one.move(loose, bad);
  await one.edit(parent, { title: 'P, mine' });
  const refused = await refusedBy(world, one, (entry) => titleIn(entry) === 'bad');
  expect(await takenAlong(one, refused)).toEqual(['POST in it', 'PATCH', 'PATCH']);
  await discardRequest(one.device, refused.id);
  await one.runs('action', 'timer');
  const titles = world.server.living().map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['A', 'B', 'P, mine', 'loose', 'moved in', 'moved on']);
  expect(world.server.items.get(movedOn)?.parent_uuid).toBe(parent);
  expect(world.server.items.get(movedIn)?.parent_uuid).toBe(parent);
  await expectInStep(world, one);
});
