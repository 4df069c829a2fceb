import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { createEventStreams } from './event-streams.ts';

/** A reply that keeps what is written to it. */
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

/** How many milliseconds each of `count` listeners waits after the node was stopped. */
function waitsAfterStop(count: number): readonly number[] {
  const streams = createEventStreams(sameRandom());
  const replies = Array.from({ length: count }, fakeReply);
  replies.forEach(({ reply }, userId) => {
    expect(streams.open(reply, userId, async () => true)).toBe(true);
  });
  streams.closeAll();
  return replies.map(({ raw }) => Number(raw.text.match(/retry: (\d+)\n\n$/)?.[1]));
}

test.each([20, 200, 2_000, 10_000])(
  'no second sees more than its share of %i listeners again after a restart',
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

test('a listener that is cut off without an end knows when to return from its first bytes', () => {
  const streams = createEventStreams(() => 0.5);
  const { raw, reply } = fakeReply();
  streams.open(reply, 1_000, async () => true);
  expect(raw.text).toBe(': open\nretry: 5500\n\n');
  // No event comes of it: only `newer` starts a run.
  expect(raw.text).not.toContain('data');
});
