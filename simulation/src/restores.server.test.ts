import { casesOf, dailyPart, repeatsPart } from '@foray/server/testing';
import {
  RestoreScene,
  dumpLoaded,
  dumpLoadedAside,
  folderCopiedBack,
  recoveredToPoint,
  replicaPromoted,
} from '@foray/server/testing/restores';
import type { Way } from '@foray/server/testing/restores';
import { assignItem, createItem, deleteItem, editItem, setStatus, type NewItem } from '@foray/sync';
import { done } from '@foray/sync/testing';
import { HttpDevice, type VisibleItem } from './server/http-device.ts';

/*
 * Real engines over HTTP, at two nodes that keep running while their PostgreSQL is restored. Ada has two
 * devices and shares a campaign with Bob.
 */

let scene: RestoreScene;
let urls: readonly [string, string];
beforeAll(async () => {
  scene = await RestoreScene.start();
  const [first, second] = scene.nodes;
  const at = { port: 0, host: '127.0.0.1' };
  urls = [await first.listen(at), await second.listen(at)];
});
afterAll(() => scene?.stop());

const ways: Readonly<Record<string, (of: RestoreScene) => Way>> = {
  'the data folder was copied back': folderCopiedBack,
  'a dump was loaded into the live database': dumpLoaded,
  'a dump was loaded into a new database': dumpLoadedAside,
  'a recovery to a point in time': recoveredToPoint,
  'a replica that lacked commits was promoted': replicaPromoted,
};

interface Case {
  readonly way: string;
  readonly head: 'behind' | 'overtaken';
  /** The person who syncs first after the restore. */
  readonly first: 'Ada' | 'Bob';
  /** The release that wrote the devices' data before the restore; all continue with this one. */
  readonly release: 'this' | 'last';
}

const cases: readonly Case[] = [
  ...Object.keys(ways).flatMap((way): Case[] => [
    { way, head: 'behind', first: 'Ada', release: 'this' },
    { way, head: 'overtaken', first: 'Bob', release: 'this' },
  ]),
  {
    way: 'a dump was loaded into the live database',
    head: 'behind',
    first: 'Ada',
    release: 'last',
  },
  { way: 'the data folder was copied back', head: 'overtaken', first: 'Bob', release: 'last' },
];

let phones = 0;

async function signIn(name: string): Promise<HttpDevice> {
  phones += 1;
  const phone = `+1555300${String(phones).padStart(4, '0')}`;
  return HttpDevice.signIn(urls[phones % 2] ?? urls[0], { phone, name });
}

async function make(on: HttpDevice, input: NewItem): Promise<string> {
  return (await done(createItem(on.device, input))).item.uuid;
}

/** All devices sync until no request is queued and no pull returns a change. */
async function comeToRest(devices: readonly HttpDevice[]): Promise<void> {
  let before = '';
  for (let round = 0; round < 12; round += 1) {
    for (const device of devices) await device.sync();
    const held = await Promise.all(devices.map((device) => device.shown()));
    const now = JSON.stringify(held.map((items) => [...items]));
    if (devices.every(({ isAtRest }) => isAtRest) && now === before) return;
    before = now;
  }
  throw new Error(JSON.stringify(devices.map(({ engine }) => engine.state())));
}

/** The items as Ada's devices should show them, without numbers that a restore may set back. */
function withoutVersions(
  items: ReadonlyMap<string, VisibleItem>,
): readonly Omit<VisibleItem, 'version'>[] {
  return [...items.values()].map(({ version: _, ...values }) => values);
}

/** Null: the item is out of sight. */
function change(
  items: Map<string, VisibleItem>,
  uuid: string,
  to: Partial<VisibleItem> | null,
): void {
  const row = items.get(uuid);
  if (row === undefined) return;
  if (to === null) items.delete(uuid);
  else items.set(uuid, { ...row, ...to });
}

test.each(casesOf(dailyPart, cases))(
  '[RESTORE-03] [I1] [I7] devices send lost data again after $way, with the head $head ($first first, data of $release release)',
  async ({ way, head, first, release }) => {
    const { prepare, backup, restore } = (ways[way] as (of: RestoreScene) => Way)(scene);
    await prepare?.();
    const one = await signIn('Ada');
    const two = await HttpDevice.signIn(urls[1], one.user);
    const bob = await signIn('Bob');
    await one.importContacts(bob.user);
    await bob.importContacts(one.user);
    const devices = [one, two, bob];
    await comeToRest(devices);

    const shared = await make(one, { type: 'campaign', title: 'shared', assigned_to: bob.user.id });
    const task = (title: string) => make(one, { type: 'task', title, parent_uuid: shared });
    const [edited, described, deleted] = [await task('a'), await task('b'), await task('c')];
    const todo = await make(one, { type: 'todo', title: 'todo', parent_uuid: edited });
    const later = await make(one, { type: 'task', title: 'for later' });
    await comeToRest(devices);
    await backup();

    // Confirmed and pulled by every device, and then lost.
    await done(editItem(one.device, edited, { title: 'edited' }));
    await done(setStatus(two.device, todo, 'completed'));
    await done(editItem(bob.device, described, { description: 'of Bob' }));
    await done(deleteItem(one.device, deleted));
    const whole = await make(one, { type: 'campaign', title: 'lost', assigned_to: bob.user.id });
    await make(two, { type: 'task', title: 'lost task', parent_uuid: shared });
    await comeToRest(devices);
    const inside = await make(bob, { type: 'task', title: "Bob's, lost", parent_uuid: whole });
    await make(bob, { type: 'task', title: "Bob's in what was kept", parent_uuid: shared });
    await make(bob, { type: 'todo', title: "Bob's own" });
    await comeToRest(devices);
    await done(assignItem(one.device, inside, bob.user.id));
    await comeToRest(devices);
    const shownBefore = [await one.shown(), await bob.shown()];

    // This change was not sent yet at the time of the restore.
    await done(editItem(two.device, later, { description: 'made offline' }));
    if (release === 'last') for (const device of devices) await device.leaveAsLastRelease();
    await restore();

    const newUuids: string[] = [];
    if (head === 'overtaken') {
      const other = await HttpDevice.signIn(urls[0], one.user);
      for (let n = 0; n < 30; n += 1) {
        newUuids.push(await make(other, { type: 'task', title: `new ${n}`, parent_uuid: shared }));
      }
      await other.sync();
      expect(other.isAtRest).toBe(true);
      devices.push(other);
    }
    await comeToRest(first === 'Ada' ? devices : devices.toReversed());
    // A person who has just signed in has the server's data.
    const fresh = [
      await HttpDevice.signIn(urls[0], one.user),
      await HttpDevice.signIn(urls[1], bob.user),
    ] as const;
    for (const device of devices) {
      const [adas, bobs] = fresh;
      const server = await (device === bob ? bobs : adas).shown();
      expect([...(await device.shown()).values()], repeatsPart).toEqual([...server.values()]);
    }
    for (const [at, was] of shownBefore.entries()) {
      const now = new Map(await fresh[at]?.shown());
      for (const uuid of newUuids) expect(now.delete(uuid)).toBe(true);
      const expected = new Map(was);
      change(expected, later, { description: 'made offline' });
      // Bob's device may lack part of its former campaign, and Ada's had yet to send it.
      if (first === 'Bob') change(expected, inside, at === 0 ? null : { parent_uuid: null });
      expect(withoutVersions(now), repeatsPart).toEqual(withoutVersions(expected));
    }
  },
);
