import type { Locks } from '@foray/sync';
import { expect, test } from 'vitest';
import { listenToServer } from './live-events.ts';

/** One browser with a server that speaks when told to. */
function browser() {
  const held = new Set<string>();
  const sources: { newer: () => void; end: () => void; isOpen: boolean }[] = [];
  const beats: (() => void)[] = [];
  const locks: Locks = {
    async ifFree(name, work) {
      if (held.has(name)) return null;
      held.add(name);
      try {
        return await work();
      } finally {
        held.delete(name);
      }
    },
  };
  const ports = {
    locks,
    scheduler: {
      after: () => () => {},
      every: (_periodMs: number, work: () => void) => {
        beats.push(work);
        return () => void beats.splice(beats.indexOf(work), 1);
      },
    },
    openEvents(newer: () => void, end: () => void) {
      const source = { newer, end, isOpen: true };
      sources.push(source);
      return () => void (source.isOpen = false);
    },
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { ports, sources, held, beat: () => beats.forEach((work) => work()), settle };
}

test('one tab listens, and another takes over when it is closed', async () => {
  const { ports, sources, beat, settle } = browser();
  const heard: string[] = [];
  const endFirst = listenToServer(ports, 1001, () => heard.push('first'));
  const endSecond = listenToServer(ports, 1001, () => heard.push('second'));
  expect(sources.length).toBe(1);
  sources[0]?.newer();
  expect(heard).toEqual(['first']);
  endFirst();
  await settle();
  beat();
  expect(sources.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  sources[1]?.newer();
  expect(heard).toEqual(['first', 'second']);
  endSecond();
  await settle();
  expect(sources.some(({ isOpen }) => isOpen)).toBe(false);
});

test('a connection that the server ended is tried again, and none is left when it is over', async () => {
  const { ports, sources, held, beat, settle } = browser();
  const end = listenToServer(ports, 1001, () => {});
  sources[0]?.end();
  await settle();
  expect(held.size).toBe(0);
  beat();
  expect(sources.length).toBe(2);
  end();
  await settle();
  beat();
  expect(sources.map(({ isOpen }) => isOpen)).toEqual([false, false]);
  expect(held.size).toBe(0);
});
