import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient, freshPhone } from '../http/testing/test-client.ts';
import { Device } from './testing/device.ts';
import { RestoreScene } from './testing/restore-scene.ts';

// The files of the database are put back, or those of a replica take their place.

let scene: RestoreScene;
beforeAll(async () => {
  scene = await RestoreScene.start();
});
afterAll(() => scene?.stop());

test('[RESTORE-01] what a device was told is missed after the data folder was copied back', async () => {
  let copy = '';
  await scene.loseAndFind({
    backup: async () => void (copy = await scene.postgres.copy()),
    restore: async () => {
      await scene.postgres.stop();
      scene.postgres.putBack(copy);
      await scene.postgres.start();
    },
  });
});

test('[RESTORE-01] what a device was told is missed after a recovery to a point in time', async () => {
  const archive = scene.postgres.makeFolder('archive');
  const archiving = {
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
    restore_command: `cp ${archive}/%f %p`,
  };
  let copy = '';
  await scene.loseAndFind({
    prepare: async () => void (copy = await scene.postgres.copy(archiving)),
    backup: async () => void (await scene.postgres.query(`select pg_create_restore_point('then')`)),
    restore: async () => {
      await scene.postgres.query('select pg_switch_wal()');
      await scene.postgres.stop();
      scene.postgres.putBack(copy, ['recovery.signal']);
      await scene.postgres.start({
        ...archiving,
        recovery_target_name: 'then',
        recovery_target_action: 'promote',
      });
    },
  });
});

test('[RESTORE-01] what a device was told is missed after a replica that lacked commits was promoted; as a standby it answers nobody', async () => {
  let copy = '';
  const device = await Device.signIn(scene.nodes[0]);
  await scene.loseAndFind({
    backup: async () => void (copy = await scene.postgres.copy()),
    restore: async () => {
      await scene.postgres.stop();
      scene.postgres.putBack(copy, ['standby.signal']);
      const promoted = scene.postgres.start();
      await scene.postgres.isThere();
      for (const node of [...scene.nodes, await scene.startNode()]) {
        device.use(node);
        // A connection from before breaks first, and says the same.
        for (let index = 0; index < 3; index += 1) {
          expect((await device.ask('GET', '/api/self-check')).status).toBe(503);
          expect((await device.ask('POST', '/api/items', { title: 'no' })).status).toBe(503);
        }
        const newcomer = new TestClient(node);
        await newcomer.get('/csrf-cookie');
        const signIn = { phone: freshPhone(), name: 'Ada' };
        expect((await newcomer.post('/api/login', signIn)).status).toBe(503);
        const probe = await node.inject('/readyz');
        expect(probe.statusCode).toBe(503);
      }
      await scene.postgres.query('select pg_promote(false)');
      await promoted;
    },
  });
});

test('[RESTORE-01] what a device was told is missed after the server that a replica took over from came back', async () => {
  const { postgres } = scene;
  let former = '';
  await scene.loseAndFind({
    backup: async () => {
      former = await postgres.copy();
      await postgres.stop();
      postgres.putBack(former, ['standby.signal']);
      const promoted = postgres.start();
      await postgres.isThere();
      await postgres.query('select pg_promote(false)');
      await promoted;
    },
    // Another timeline, which has gone another way.
    restore: async () => {
      await postgres.stop();
      postgres.putBack(former);
      await postgres.start();
    },
  });
});
