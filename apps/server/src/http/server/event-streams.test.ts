import { EventEmitter } from 'node:events';
import type { Heartbeat } from '@foray/contract';
import type { FastifyReply } from 'fastify';
import { createEventStreams } from './event-streams.ts';

/** A reply that records what is written to it. */
function fakeReply() {
  const raw = Object.assign(new EventEmitter(), {
    text: '',
    setHeader: () => undefined,
    writeHead: () => undefined,
    write: (text: string) => void (raw.text += text),
    end: (text = '') => {
      raw.text += text;
      raw.emit('close');
    },
  });
  const reply = { raw, hijack: () => undefined, getHeaders: () => ({}) };
  return { raw, reply: reply as unknown as FastifyReply };
}

/** Numbers in [0, 1) that look random and are the same each time (a linear congruential generator). */
function sameRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** How many of a user may be open. */
const mostPerUser = 2;

const noHeartbeats = async (): Promise<ReadonlyMap<number, Heartbeat>> => new Map();

/** How many milliseconds each of `count` listeners waits after the node was stopped. */
function waitsAfterStop(count: number): readonly number[] {
  const streams = createEventStreams({
    heartbeats: noHeartbeats,
    random: sameRandom(),
    mostPerUser,
  });
  const replies = Array.from({ length: count }, fakeReply);
  replies.forEach(({ reply }, userId) => {
    expect(streams.open(reply, { id: userId, userId })).toBe(true);
  });
  streams.closeAll();
  return replies.map(({ raw }) => Number(raw.text.match(/retry: (\d+)\n\n$/)?.[1]));
}

test('[QUOTA-03] [ADMIN-02] a user can have only a limited number of streams open, whatever others have', () => {
  const streams = createEventStreams({
    heartbeats: noHeartbeats,
    random: sameRandom(),
    mostPerUser,
  });
  const session = (userId: number) => ({ id: userId, userId });
  const [first, second, third] = [fakeReply(), fakeReply(), fakeReply()];
  const opened = [first, second, third].map(({ reply }) => streams.open(reply, session(1)));
  expect(opened).toEqual([true, true, false]);
  expect(streams.open(fakeReply().reply, session(2))).toBe(true);
  first.raw.end();
  expect(streams.open(third.reply, session(1))).toBe(true);
  const raised = { ...session(1), raised: { streams: 3 } };
  expect(streams.open(fakeReply().reply, raised)).toBe(true);
  expect(streams.open(fakeReply().reply, raised)).toBe(false);
  streams.closeAll();
});

test.each([20, 200, 2_000, 10_000])(
  'after a restart no second gets more than its share of %i listeners back',
  (count) => {
    const waits = waitsAfterStop(count);
    const perSecond = new Map<number, number>();
    for (const wait of waits) {
      const second = Math.floor(wait / 1_000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...waits)).toBeLessThan(61_000);
    const most = Math.max(...perSecond.values());
    expect(most).toBeLessThanOrEqual(Math.max(10, (count / 9) * 1.5));
    expect(most).toBeLessThan(330);
  },
);

test('a listener that is cut off learned from its first bytes when to reconnect', () => {
  const streams = createEventStreams({ heartbeats: noHeartbeats, random: () => 0.5, mostPerUser });
  const { raw, reply } = fakeReply();
  streams.open(reply, { id: 1, userId: 1_000 });
  expect(raw.text).toBe(': open\nretry: 5500\n\n');
  // It causes no event: only `newer` starts a cycle.
  expect(raw.text).not.toContain('data');
});

test('[SCALE-01] the place that a stream names is noted before it is sent', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { raw, reply } = fakeReply();
  const noted: unknown[] = [];
  const streams = createEventStreams({
    random: () => 0.5,
    mostPerUser,
    heartbeats: async () => new Map([[1, { epoch: 'e1', run: 'r1', head: 7 }]]),
    onPlace: (userId, place) => void noted.push([userId, place, /newer|beat/.test(raw.text)]),
  });
  streams.open(reply, { id: 1, userId: 1_000 });
  await vi.advanceTimersByTimeAsync(25_000);
  streams.notify(1_000, null);
  // Nobody listens here, but a device of the user may pull here.
  streams.notify(1_001, { run: 'r1', head: 3 });
  expect(noted).toEqual([
    [1_000, { epoch: 'e1', run: 'r1', head: 7 }, false],
    [1_000, null, true],
    [1_001, { run: 'r1', head: 3 }, true],
  ]);
  streams.closeAll();
});

describe('heartbeats', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const at = (head: number): Heartbeat => ({ epoch: 'e1', run: 'r1', head });
  const session = (id: number) => ({ id, userId: 1_000 + id });

  test('[SIGN-23] streams of ended sessions are ended at once, and no others', async () => {
    let living: readonly number[] | null = [1, 3];
    const streams = createEventStreams({
      random: () => 0.5,
      mostPerUser,
      heartbeats: async () => {
        if (living === null) throw new Error('the database is away');
        return new Map(living.map((id) => [id, at(id)]));
      },
    });
    const ended: string[] = [];
    const open = (name: string, id: number, userId: number) => {
      const { raw, reply } = fakeReply();
      raw.on('close', () => ended.push(name));
      streams.open(reply, { id, userId });
      return raw;
    };
    const own = open('own', 1, 7);
    open('over', 2, 7);
    open("another's", 4, 8);
    await streams.endOver(7);
    expect(ended).toEqual(['over']);
    expect(own.text).not.toContain('event');
    living = null;
    await streams.endOver(7);
    expect(ended).toEqual(['over']);
    streams.closeAll();
  });

  test('[ADMIN-03] the announcement that sessions have ended ends their streams, and no others', async () => {
    const heartbeats = async () => new Map([[2, at(2)]]);
    const streams = createEventStreams({ random: () => 0.5, heartbeats, mostPerUser });
    const [over, own] = [fakeReply(), fakeReply()];
    streams.open(over.reply, { id: 1, userId: 7 });
    streams.open(own.reply, { id: 2, userId: 7 });
    streams.notify(7, null);
    await vi.advanceTimersByTimeAsync(0);
    streams.notify(7, { run: 'r', head: 9 });
    const asks = 'event: newer\ndata: {}\n\n';
    const later = 'event: newer\ndata: {"run":"r","head":9}\n\n';
    expect(over.raw.text).toBe(`: open\nretry: 5500\n\n${asks}`);
    expect(own.raw.text).toBe(`: open\nretry: 5500\n\n${asks}${later}`);
    streams.closeAll();
  });

  test('[SYNC-10] every 25 s all streams receive the positions of their users, from one read', async () => {
    const reads: (readonly number[])[] = [];
    const streams = createEventStreams({
      random: () => 0.5,
      mostPerUser,
      heartbeats: async (ids) => {
        reads.push(ids);
        return new Map(ids.map((id) => [id, at(id)]));
      },
    });
    const [one, two, same] = [fakeReply(), fakeReply(), fakeReply()];
    streams.open(one.reply, session(1));
    streams.open(two.reply, session(2));
    streams.open(same.reply, session(2));
    await vi.advanceTimersByTimeAsync(24_999);
    expect(reads).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toEqual([[1, 2]]);
    const text = (id: number) =>
      `: open\nretry: 5500\n\nevent: heartbeat\ndata: ${JSON.stringify(at(id))}\nretry: 5500\n\n`;
    expect([one.raw.text, two.raw.text, same.raw.text]).toEqual([text(1), text(2), text(2)]);
    streams.closeAll();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(reads).toHaveLength(1);
  });

  test('[OPS-04] after a gap the users whose feed has moved since the last heartbeat are notified, and no others', async () => {
    const heads = new Map([
      [1, at(1)],
      [2, at(2)],
    ]);
    const heartbeats = async () => heads;
    const streams = createEventStreams({ random: () => 0.5, heartbeats, mostPerUser });
    const [still, moved, fresh] = [fakeReply(), fakeReply(), fakeReply()];
    streams.open(still.reply, session(1));
    streams.open(moved.reply, session(2));
    await vi.advanceTimersByTimeAsync(25_000);
    heads.set(2, at(3)).set(3, at(3));
    streams.open(fresh.reply, session(3));
    await streams.catchUp();
    const isTold = [still, moved, fresh].map(({ raw }) => raw.text.includes('event: newer'));
    expect(isTold).toEqual([false, true, true]);
    streams.closeAll();
  });

  test('a stream whose session has ended is ended, and no others', async () => {
    const heartbeats = async () => new Map([[2, at(2)]]);
    const streams = createEventStreams({ random: () => 0.5, heartbeats, mostPerUser });
    const [ended, other] = [fakeReply(), fakeReply()];
    streams.open(ended.reply, session(1));
    streams.open(other.reply, session(2));
    await vi.advanceTimersByTimeAsync(25_000);
    streams.notify(1_001, null);
    streams.notify(1_002, { run: 'r', head: 9 });
    streams.notify(1_002, null);
    expect(ended.raw.text).not.toContain('event');
    expect(other.raw.text).toContain(
      'event: newer\ndata: {"run":"r","head":9}\n\nevent: newer\ndata: {}\n\n',
    );
    streams.closeAll();
  });

  test('while the database is unavailable, streams stay open and send nothing about their users', async () => {
    let isAway = true;
    const heartbeats = async () => {
      if (isAway) throw new Error('away');
      return new Map([[1, at(7)]]);
    };
    const streams = createEventStreams({ random: () => 0.5, heartbeats, mostPerUser });
    const { raw, reply } = fakeReply();
    streams.open(reply, session(1));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(raw.text).toMatch(/: still here\nretry: 5500\n\n$/);
    expect(raw.text).not.toContain('data');
    isAway = false;
    await vi.advanceTimersByTimeAsync(25_000);
    expect(raw.text).toContain('"head":7');
    streams.closeAll();
  });

  test('while a slow read is unanswered no other read is started', async () => {
    let asked = 0;
    const heartbeats = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    const streams = createEventStreams({ random: () => 0.5, heartbeats, mostPerUser });
    streams.open(fakeReply().reply, session(1));
    await vi.advanceTimersByTimeAsync(100_000);
    expect(asked).toBe(1);
    streams.closeAll();
  });
});
