import type { ChangesDelta, Notification } from '@foray/contract';
import { readNotifications } from '../actions/read-notifications.ts';
import { answered, cycleOf } from '../testing/cycle-of.ts';
import { userId } from '../testing/test-server.ts';
import { personOf, newWorld } from '../testing/test-world.ts';
import { pullStreams } from './pull-streams.ts';

const at = '2026-01-01T00:00:00.000Z';
const ann = { id: 1002, name: 'Ann', phone: '+15550001002' };
const annHere = { id: 1002, user_id: userId, name: 'Ann', contact_phone: '+15550001002' };

function notification(id: number, read_at: string | null = null): Notification {
  const about = { item_id: null, item_uuid: null, item_type: null, count: 1, read_at };
  return { id, kind: 'mutual', actor_id: 1002, ...about, created_at: at, updated_at: at, rev: id };
}

/** A device that pulls pages of changes, one after the other. */
function pulling() {
  const { world, one } = newWorld();
  let cursor = 0;
  /** Pulls a page with these changes, and returns the report to the other tabs. */
  const pull = async (page: Partial<ChangesDelta>) => {
    cursor += 1;
    const rest = { users: [], mutuals: [], removedMutuals: [], notifications: [] };
    const body = { ...rest, cursor, more: false, epoch: 'e1', now: at, ...page };
    one.transport.fetchChanges = async () => answered(body);
    const cycle = await cycleOf(world, one);
    one.published.length = 0;
    await pullStreams(cycle, new Set(['changes']));
    const isInboxTold = one.published.some(({ inboxChanged }) => inboxChanged);
    return { isInboxTold, called: cycle.log.entries().find(({ event }) => event === 'called') };
  };
  return { one, pull };
}

test('contacts and notifications appear and disappear, and the inbox is notified each time', async () => {
  const { one, pull } = pulling();
  const contacts = () => one.read((tx) => tx.contacts());
  const made = await pull({ mutuals: [ann], users: [personOf(1002)] });
  expect(made).toMatchObject({ isInboxTold: true, called: { what: 'changes' } });
  expect(await contacts()).toEqual([annHere]);
  expect(await one.read((tx) => tx.users())).toEqual([personOf(1002)]);
  expect((await pull({ removedMutuals: [1002] })).isInboxTold).toBe(true);
  expect(await contacts()).toEqual([]);
  expect((await pull({ notifications: [notification(1)] })).isInboxTold).toBe(true);
  expect(await one.read((tx) => tx.notifications())).toEqual([notification(1)]);
  expect((await pull({})).isInboxTold).toBe(false);
});

test('the inbox is notified of both arrivals and removals', async () => {
  const { pull } = pulling();
  expect((await pull({ mutuals: [ann], removedMutuals: [1003] })).isInboxTold).toBe(true);
  const both = { mutuals: [ann], notifications: [notification(1)] };
  expect((await pull(both)).isInboxTold).toBe(true);
});

test('a notification that was read here stays read until the server confirms it, with the server’s time if it has one', async () => {
  const { one, pull } = pulling();
  await pull({ notifications: [notification(1), notification(2)] });
  expect((await readNotifications(one.device, [])).ok).toBe(true);
  const elsewhere = '2026-01-02T00:00:00.000Z';
  const counted = { ...notification(1), count: 2 };
  await pull({ notifications: [counted, notification(2, elsewhere), notification(3)] });
  const held = await one.read((tx) => tx.notifications());
  const readAt = new Map(held.map((row) => [row.id, row]));
  expect(readAt.get(1)).toEqual({ ...counted, read_at: expect.any(String) });
  expect(readAt.get(2)).toEqual(notification(2, elsewhere));
  expect(readAt.get(3)).toEqual(notification(3));
});
