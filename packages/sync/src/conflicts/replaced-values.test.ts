import { deleteItem, setStatus } from '../actions/actions.ts';
import { editItem } from '../actions/edit-items.ts';
import { done } from '../testing/done.ts';
import { family, todo } from '../testing/shared-family.ts';
import { userId } from '../testing/test-server.ts';
import type { TestWorld, TestDevice } from '../testing/test-world.ts';
import { replacedVersions, takeUnseenReplacements } from './replaced-values.ts';

/** Others change the todo, and a later change of this device replaces that. */
async function replaces(
  { world, one }: { readonly world: TestWorld; readonly one: TestDevice },
  theirs: string,
  mine: string,
): Promise<void> {
  await world.server.change(todo, { title: theirs, status: 'in_progress', description: 'kept' });
  await world.time.pass(5000);
  await done(editItem(one.device, todo, { title: mine }));
  await one.engine.run('timer');
}

test('[ACT-07] a replaced value is stored with its author and time, and reported once', async () => {
  const { world, one } = await family();
  await replaces({ world, one }, 'theirs', 'mine');
  const server = await world.server.view(todo);
  expect(server).toMatchObject({ title: 'mine', status: 'in_progress', description: 'kept' });
  const [version, ...others] = await replacedVersions(one.device, todo);
  expect(others).toEqual([]);
  expect(version).toMatchObject({ values: { title: 'theirs' }, by: userId });
  expect(Object.keys(version?.values ?? {})).toEqual(['title']);
  expect(Date.parse(version?.replacedAt ?? '')).toBeGreaterThan(Date.parse(version?.at ?? ''));
  expect(await takeUnseenReplacements(one.device)).toEqual([{ uuid: todo, version }]);
  expect(await takeUnseenReplacements(one.device)).toEqual([]);
  expect(await replacedVersions(one.device, todo)).toHaveLength(1);
});

test('[ACT-07] the newest of several replaced values is reported, and 20 are stored', async () => {
  const scene = await family();
  for (let n = 1; n <= 21; n += 1) await replaces(scene, `theirs ${n}`, `mine ${n}`);
  const versions = await replacedVersions(scene.one.device, todo);
  expect(versions.map(({ values }) => values.title)).toEqual(
    Array.from({ length: 20 }, (_, n) => `theirs ${21 - n}`),
  );
  expect(await takeUnseenReplacements(scene.one.device)).toMatchObject([
    { version: { values: { title: 'theirs 21' } } },
  ]);
});

test('[ACT-07] values that do not conflict, or belong to a missing item, are not stored', async () => {
  const { world, one } = await family();
  await world.server.change(todo, { description: 'theirs' });
  await world.time.pass(5000);
  await done(setStatus(one.device, todo, 'completed'));
  await one.engine.run('timer');
  expect(await replacedVersions(one.device, todo)).toEqual([]);
  await replaces({ world, one }, 'theirs', 'mine');
  await done(deleteItem(one.device, todo));
  await one.engine.run('timer');
  expect(await replacedVersions(one.device, todo)).toEqual([]);
});
