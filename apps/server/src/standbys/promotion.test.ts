import { headerNames } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import type { PostgresMember } from '../db/testing/postgres-member.ts';
import { codeOf } from '../http/testing/test-client.ts';
import { RestoredDevice } from '../restores/testing/device.ts';
import { StandbyScene, areAt, countReads } from './testing/standby-scene.ts';

let scene: StandbyScene;
let node: FastifyInstance;
beforeEach(async () => {
  scene = await StandbyScene.start();
  node = await scene.startNode();
  await areAt(node, 'used', 'used');
});
afterEach(() => scene.stop());

const pull = '/api/pull?campaign=0&task=0&todo=0&changes=0';

function bothStandbys(): readonly [PostgresMember, PostgresMember] {
  const [first, second] = scene.group.standbys;
  if (first === undefined || second === undefined) throw new Error('there are no standbys');
  return [first, second];
}

/** The next pulls are answered by the standby. */
async function isReadAt(device: RestoredDevice): Promise<void> {
  const before = await countReads(node, 'answered');
  await device.look();
  expect(await countReads(node, 'answered')).toBeGreaterThan(before);
}

test('[SCALE-05] devices go on after a restart of the primary, and after a standby with all commits is promoted @full', async () => {
  const [first] = bothStandbys();
  const device = await RestoredDevice.signIn(node);
  await device.create('milk');
  const { epoch } = device;
  await scene.group.primary.stop();
  await scene.group.primary.start();
  await device.create('bread');
  await scene.inStep();
  await areAt(node, 'used', 'used');
  await isReadAt(device);

  await scene.group.primary.stop();
  await scene.group.promote(first);
  await device.create('salt');
  await areAt(node, 'primary', 'used');
  expect(await device.look()).toEqual(['bread', 'milk', 'salt']);
  await scene.inStep();
  await isReadAt(device);
  expect(device.epoch).toBe(epoch);
});

test('[SCALE-05] after a standby without the last commits is promoted, devices that received them start again, and no standby that has them is read', async () => {
  const [first, second] = bothStandbys();
  const device = await RestoredDevice.signIn(node);
  const other = await RestoredDevice.signIn(node);
  await device.create('kept');
  await other.create('kept');
  await scene.inStep();
  const kept = device.position?.head;
  await second.kill();
  await device.create('lost');
  // The log of the standby that has it stays longer than that of the new primary.
  await scene.group.primary.query(`select pg_logical_emit_message(true, '', repeat('x', 1000000))`);
  await first.hasReplayed(scene.group.primary);
  await scene.group.primary.kill();
  await second.start();
  await scene.group.promote(second);

  // The other standby is beyond the new primary, and cannot follow it.
  await areAt(node, 'other', 'primary');
  const refused = await device.askUntilThere('GET', pull);
  expect([refused.status, codeOf(refused)]).toEqual([409, 'epoch_changed']);
  expect(refused.headers[headerNames.knownHead]).toBe(String(kept));
  device.forget();
  expect(await device.look()).toEqual(['kept']);
  expect(await other.look()).toEqual(['kept']);
  await other.create('goes on');
  expect(await other.look()).toEqual(['goes on', 'kept']);
});
