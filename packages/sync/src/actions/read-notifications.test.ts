import { wireError, type Notification } from '@foray/contract';
import { discardRequest } from './attention.ts';
import type { QueuedRequest } from '../store/queued-request.ts';
import { readNotifications } from './read-notifications.ts';
import { enterEpoch, leaveEpoch } from '../remote/epoch-change.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { inStep, make } from '../testing/in-step.ts';
import { notificationRow, uuidOf } from '../testing/rows.ts';
import { newWorld, type TestWorld } from '../testing/test-world.ts';

type TestDevice = ReturnType<TestWorld['newDevice']>;

function notification(world: TestWorld, over: Partial<Notification>): Notification {
  const at = new Date(world.time.nowMs()).toISOString();
  const about = { actor_id: 1001, item_id: 10_000_000, created_at: at, updated_at: at };
  return notificationRow(1, { ...about, ...over });
}

async function put(one: TestDevice, ...rows: Notification[]): Promise<void> {
  await one.store.write((tx) => Promise.all(rows.map((row) => tx.put('notifications', row))));
}

async function held(one: TestDevice) {
  const read = await one.store.read((tx) =>
    Promise.all([tx.notifications(), tx.queue(), tx.metaOf('dueRead')]),
  );
  if (!read.ok) throw new Error('unreadable');
  const [notifications, queue, due] = read.value;
  return {
    unread: notifications.flatMap(({ id, read_at }) => (read_at === null ? [id] : [])),
    ids: notifications.map(({ id }) => id).sort((a, b) => a - b),
    requests: queue.map(({ method, url, data, itemUuid }) => ({ method, url, data, itemUuid })),
    due: due.map(({ id }) => id),
  };
}

test('reading marks all notifications at once, and queues one request up to the newest', async () => {
  const { world, one } = newWorld();
  await put(one, notification(world, { rev: 4 }), notification(world, { id: 2, rev: 7 }));
  await readNotifications(one.device, []);
  const url = '/api/notifications/read';
  expect(await held(one)).toMatchObject({
    unread: [],
    requests: [{ method: 'POST', url, data: { up_to: 7 }, itemUuid: null }],
  });
  await put(one, notification(world, { id: 3, rev: 9 }));
  await readNotifications(one.device, []);
  expect((await held(one)).requests).toEqual([
    { method: 'POST', url, data: { up_to: 9 }, itemUuid: null },
  ]);
});

test('with nothing unread, nothing is queued', async () => {
  const { world, one } = newWorld();
  await put(one, notification(world, { read_at: '2026-01-01T00:00:00.000Z' }));
  await readNotifications(one.device, []);
  expect((await held(one)).requests).toEqual([]);
});

test('no notification is marked read before the list of read ones has loaded', async () => {
  const { world, one } = await inStep();
  await put(one, notification(world, { rev: 4 }));
  await readNotifications(one.device, []);
  const epoch = { epoch: world.server.epoch, knownHead: 0, isPartial: true } as const;
  await one.store.write((tx) => tx.putMeta('epoch', 'server', epoch));
  await one.engine.run('sync_now');
  expect((await held(one)).requests).toHaveLength(1);
});

test('notifications older than 90 days leave the device', async () => {
  const { world, one } = newWorld();
  const old = new Date(world.time.nowMs() - 91 * 86_400_000).toISOString();
  await put(one, notification(world, { updated_at: old }), notification(world, { id: 2 }));
  await readNotifications(one.device, []);
  expect((await held(one)).ids).toEqual([2]);
});

test('the newest 200 notifications of the last 90 days stay, and other tabs are told which are removed', async () => {
  const { world, one } = newWorld();
  const at = (daysAgo: number) => new Date(world.time.nowMs() - daysAgo * 86_400_000).toISOString();
  const read = { read_at: at(0) };
  const rows = Array.from({ length: 201 }, (_, index) =>
    notification(world, { id: index + 1, ...read }),
  );
  await put(one, ...rows.slice(0, 199));
  await put(one, notification(world, { id: 200, created_at: at(90), updated_at: at(90), ...read }));
  await readNotifications(one.device, []);
  expect((await held(one)).ids).toHaveLength(200);
  expect(one.published).toEqual([]);
  await put(one, notification(world, { id: 201, ...read }));
  await readNotifications(one.device, []);
  expect((await held(one)).ids).toEqual(rows.map(({ id }) => id).filter((id) => id !== 200));
  expect(one.published).toMatchObject([{ inboxChanged: true }]);
});

test('[BLOCK-20] a notice about the account itself stays beside 200 notifications by others', async () => {
  const { world, one } = newWorld();
  const day = new Date(world.time.nowMs() - 86_400_000).toISOString();
  const others = Array.from({ length: 201 }, (_, index) => notification(world, { id: index + 1 }));
  const notice = { id: 500, kind: 'new_device', created_at: day, updated_at: day } as const;
  await put(one, ...others, notification(world, notice));
  await readNotifications(one.device, []);
  expect((await held(one)).ids).toContain(500);
  expect((await held(one)).ids).toHaveLength(201);
});

test('other tabs are told once of read notifications', async () => {
  const { world, one } = newWorld();
  await put(one, notification(world, { rev: 4 }));
  await put(one, notification(world, { id: 2, updated_at: '2025-01-01T00:00:00.000Z' }));
  for (const due of [[], ['due:a:2026-01-01']]) {
    one.published.length = 0;
    await readNotifications(one.device, due);
    expect(one.published).toMatchObject([{ inboxChanged: true }]);
    await readNotifications(one.device, due);
    expect(one.published).toHaveLength(1);
  }
});

test('[I1] marking as read replaces no other waiting request', async () => {
  const { one, world } = await inStep();
  await make(one, 'task');
  const [create] = await one.queue();
  await put(one, notification(world, { rev: 4 }));
  await readNotifications(one.device, []);
  expect(await one.queue()).toMatchObject([create, { data: { up_to: 4 } }]);
});

test('the device’s own notification of a due item is marked read by its id, and forgotten with the item', async () => {
  const { one } = newWorld();
  await readNotifications(one.device, ['due:a:2026-01-01', 'due:b:2026-01-02']);
  expect(await held(one)).toMatchObject({
    due: ['due:a:2026-01-01', 'due:b:2026-01-02'],
    requests: [],
  });
  await readNotifications(one.device, ['due:b:2026-01-02']);
  expect((await held(one)).due).toEqual(['due:b:2026-01-02']);
});

test('[I1] notifications read while an older request is in flight are sent with the next one', async () => {
  const { world, one } = newWorld();
  const queuedUpTo = async (rev: number, id: number): Promise<void> => {
    await put(one, notification(world, { id, rev }));
    await readNotifications(one.device, []);
  };
  await queuedUpTo(2, 1);
  await one.store.write(async (tx) => {
    for (const request of await tx.queue()) await tx.putRequest({ ...request, sent: true });
  });
  await queuedUpTo(5, 2);
  const sent: unknown[] = [];
  Object.assign(one.transport, {
    sendOne: async ({ data }: QueuedRequest) => {
      sent.push(data);
      if (sent.length === 1) await queuedUpTo(9, 3);
      return { kind: 'answer', status: 204, body: null, serverNow: null, position: null };
    },
  });
  await one.engine.run('sync_now');
  expect(sent).toEqual([{ up_to: 2 }, { up_to: 9 }]);
  expect((await held(one)).requests).toEqual([]);
});

test('[I20] a refusal of a request that another tab has meanwhile confirmed blocks nothing', async () => {
  const { world, one } = newWorld();
  await put(one, notification(world, { rev: 4 }));
  await readNotifications(one.device, []);
  Object.assign(one.transport, {
    sendOne: async ({ id }: QueuedRequest) => {
      await one.store.write((tx) => tx.deleteRequest(id));
      const error = wireError('forbidden');
      const unsent = { serverNow: null, position: null, knownHead: null, retryAfterMs: null };
      return { kind: 'refusal', status: 403, error, ...unsent };
    },
  });
  await one.engine.run('sync_now');
  expect((await held(one)).requests).toEqual([]);
});

test('[I7] an unsent read mark stays on the device, and is undone once its request is discarded', async () => {
  const { world, one } = newWorld();
  const unread = notification(world, { rev: 1 });
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'moves the head' });
  await put(one, unread);
  await readNotifications(one.device, []);
  const { transport } = one;
  transport.isEarlierNode = true;
  const fetchChanges = transport.fetchChanges.bind(transport);
  const unsent = { serverNow: null, position: null, knownHead: null, retryAfterMs: null };
  Object.assign(transport, {
    sendOne: async () => ({
      kind: 'refusal',
      status: 403,
      error: wireError('forbidden'),
      ...unsent,
    }),
    fetchChanges: async (...asked: Parameters<typeof fetchChanges>) => {
      const answer = await fetchChanges(...asked);
      const notifications = asked[0] < unread.rev ? [unread] : [];
      return answer.kind === 'answer'
        ? { ...answer, body: { ...answer.body, notifications, cursor: unread.rev } }
        : answer;
    },
  });
  await one.engine.run('sync_now');
  expect(await held(one)).toMatchObject({ unread: [] });
  const [blocked] = await one.queue();
  expect(await discardRequest(one.device, blocked?.id ?? '')).toMatchObject({ ok: true });
  await one.engine.run('action');
  expect(await held(one)).toMatchObject({ unread: [1], requests: [] });
});

test('[I1] in a new history only notifications that it shares with the former one stay read', async () => {
  const { world, one } = await inStep();
  await put(one, notification(world, { rev: 4 }), notification(world, { id: 2, rev: 7 }));
  await readNotifications(one.device, []);
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    await leaveEpoch(unit, world.server.epoch, { commonHead: 5, isRefuted: true });
    await enterEpoch(unit, 'e2');
    await unit.finish();
  });
  expect((await held(one)).requests).toMatchObject([{ data: { up_to: 5 } }]);
});
