import { TestClient, freshPhone } from '../http/testing/test-client.ts';
import { RestoredDevice } from './testing/device.ts';
import { RestoreScene } from './testing/restore-scene.ts';
import { folderCopiedBack, recoveredToPoint, replicaPromoted } from './testing/ways.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// The files of the database are put back, or those of a replica replace them.

const scene = await sharedInFile(RestoreScene.start());

test('[RESTORE-01] the loss of data that a device received is detected after the data folder was copied back @full', () =>
  scene.loseAndFind(folderCopiedBack(scene)));

test('[RESTORE-01] the loss of data that a device received is detected after a recovery to a point in time @full', () =>
  scene.loseAndFind(recoveredToPoint(scene)));

test('[RESTORE-01] the loss of data that a device received is detected after the promotion of a replica that lacked commits; as a standby it answers no request', async () => {
  const device = await RestoredDevice.signIn(scene.nodes[0]);
  const asStandby = async (): Promise<void> => {
    for (const node of [...scene.nodes, await scene.startNode()]) {
      device.use(node);
      // A connection from before breaks first, and reports the same.
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
  };
  await scene.loseAndFind(replicaPromoted(scene, asStandby));
});

test('[RESTORE-01] the loss of data that a device received is detected after the return of a server that a replica had replaced @full', async () => {
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
    // Another timeline, with different writes.
    restore: async () => {
      await postgres.stop();
      postgres.putBack(former);
      await postgres.start();
    },
  });
});
