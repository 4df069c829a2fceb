import { RestoredDevice } from './testing/device.ts';
import { RestoreScene, plainRole } from './testing/restore-scene.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// Nothing is lost, and no device starts over.

const scene = await sharedInFile(RestoreScene.start());

test('[RESTORE-02] PostgreSQL is killed and restarted while devices write', async () => {
  const [first, second] = scene.nodes;
  const ada = await RestoredDevice.signIn(first);
  const phone = ada.phone;
  const idle = await RestoredDevice.signIn(second, phone);
  const { epoch, position } = idle;
  const titles: string[] = [];
  const before = await scene.countRuns();
  for (const title of ['a', 'b', 'c']) {
    await ada.create(title);
    titles.push(title);
    await scene.postgres.killAndStart();
    // All of them find at the same time that the run is not registered.
    const calls = [ada, idle, ada, idle].map((one) => one.askUntilThere('GET', '/api/me'));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // Writes in the next run arrive before the idle device makes a call.
    ada.use(title === 'a' ? second : first);
  }
  await ada.create('d');
  expect(idle.position).toEqual(position);
  expect(await idle.look()).toEqual([...titles, 'd']);
  expect([idle.epoch, ada.epoch]).toEqual([epoch, epoch]);
  expect(idle.position).toEqual(ada.position);
  expect(idle.position?.run).not.toBe(position?.run);
  expect(await scene.countRuns()).toBe(before + titles.length);
});

test('[RESTORE-02] nodes start and stop in any order', async () => {
  const known = await scene.countRuns();
  const ada = await RestoredDevice.signIn(scene.nodes[0]);
  const { epoch, position } = ada;
  const [a, b] = [await scene.startNode(), await scene.startNode(plainRole)];
  for (const node of [b, a]) {
    ada.use(node);
    await ada.create('there');
  }
  await a.close();
  ada.use(b);
  await ada.create('without the first');
  const c = await scene.startNode();
  await b.close();
  ada.use(c);
  await ada.create('without both');
  await c.close();
  ada.use(await scene.startNode());
  expect(await ada.look()).toEqual(['there', 'there', 'without both', 'without the first']);
  expect([ada.epoch, ada.position?.run]).toEqual([epoch, position?.run]);
  expect(await scene.countRuns()).toBe(known);
});

test('[RESTORE-02] tables are vacuumed, frozen and written again', async () => {
  const ada = await RestoredDevice.signIn(scene.nodes[0]);
  const { epoch, position } = ada;
  const statements = ['vacuum (freeze)', 'vacuum full', 'reindex database foray', 'checkpoint'];
  for (const statement of statements) {
    await scene.postgres.query(statement);
    await ada.create('there');
  }
  expect(await ada.look()).toHaveLength(statements.length);
  expect([ada.epoch, ada.position?.run]).toEqual([epoch, position?.run]);
});
