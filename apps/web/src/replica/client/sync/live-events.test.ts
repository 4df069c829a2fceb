import type { Locks } from '@foray/sync';
import type { EventsListener } from '../state/client-ports.ts';
import { listenToServer } from './live-events.ts';

/** One browser with a server that sends on request; pauses end on request. */
function browser(random: () => number = () => 0.5) {
  const held = new Set<string>();
  const sources: (EventsListener & { isOpen: boolean })[] = [];
  const beats: (() => void)[] = [];
  const pauses: { delayMs: number; end: () => void; isTakenBack: boolean }[] = [];
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
    ids: { uuid: () => '', random },
    scheduler: {
      after: (delayMs: number, work: () => void) => {
        const pause = { delayMs, end: work, isTakenBack: false };
        pauses.push(pause);
        return () => void (pause.isTakenBack = true);
      },
      every: (_periodMs: number, work: () => void) => {
        beats.push(work);
        return () => void beats.splice(beats.indexOf(work), 1);
      },
    },
    openEvents(listener: EventsListener) {
      const source = { ...listener, isOpen: true };
      sources.push(source);
      return () => void (source.isOpen = false);
    },
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { ports, sources, held, pauses, beat: () => beats.forEach((work) => work()), settle };
}

const listener = (onNewer: () => void = () => undefined) => ({
  onNewer,
  onHeartbeat: () => undefined,
});

test('one tab listens, and another takes over when it closes', async () => {
  const { ports, sources, beat, settle } = browser();
  const received: string[] = [];
  const endFirst = listenToServer(
    ports,
    1001,
    listener(() => received.push('first')),
  );
  const endSecond = listenToServer(
    ports,
    1001,
    listener(() => received.push('second')),
  );
  expect(sources.length).toBe(1);
  sources[0]?.onNewer(null);
  expect(received).toEqual(['first']);
  endFirst();
  await settle();
  beat();
  expect(sources.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  sources[1]?.onNewer(null);
  expect(received).toEqual(['first', 'second']);
  endSecond();
  await settle();
  expect(sources.some(({ isOpen }) => isOpen)).toBe(false);
});

test('a connection that is given up is opened again after a pause, and the listener leaves no connection open when it ends', async () => {
  const { ports, sources, held, pauses, beat, settle } = browser();
  const end = listenToServer(ports, 1001, listener());
  sources[0]?.onEnd();
  beat();
  await settle();
  expect(sources.map(({ isOpen }) => isOpen)).toEqual([false]);
  pauses[0]?.end();
  expect(sources.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  sources[1]?.onEnd();
  end();
  await settle();
  beat();
  expect(pauses[1]?.isTakenBack).toBe(true);
  expect(sources.some(({ isOpen }) => isOpen)).toBe(false);
  expect(held.size).toBe(0);
});

test('pauses double up to five minutes, and start over after a connection', () => {
  const { ports, sources, pauses } = browser();
  listenToServer(ports, 1001, listener());
  for (let failure = 0; failure < 6; failure += 1) {
    sources.at(-1)?.onEnd();
    pauses.at(-1)?.end();
  }
  expect(pauses.map(({ delayMs }) => delayMs / 1_000)).toEqual([15, 30, 60, 120, 225, 225]);
  sources.at(-1)?.onOpen();
  sources.at(-1)?.onEnd();
  expect(pauses.at(-1)?.delayMs).toBe(15_000);
});

test('1,000 browsers that a server disconnects at once reconnect over ten seconds', () => {
  let draws = 0;
  const waits = Array.from({ length: 1_000 }, () => {
    const { ports, sources, pauses } = browser(() => (draws++ * 0.618_034) % 1);
    listenToServer(ports, 1001, listener());
    sources[0]?.onEnd();
    return pauses[0]?.delayMs ?? 0;
  });
  const perSecond = Array.from({ length: 10 }, () => 0);
  for (const wait of waits) {
    const second = Math.floor(wait / 1_000) - 10;
    perSecond[second] = (perSecond[second] ?? 0) + 1;
  }
  expect(perSecond).toHaveLength(10);
  for (const share of perSecond) expect(share).toBeGreaterThan(50);
  for (const share of perSecond) expect(share).toBeLessThan(150);
});
