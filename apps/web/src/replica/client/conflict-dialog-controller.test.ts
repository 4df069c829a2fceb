import type { Conflict, Locks } from '@foray/sync';
import { expect, test, vi } from 'vitest';
import { ConflictDialogController } from './conflict-dialog-controller.ts';
import type { OpenAccount } from './open-account.ts';

class Page {
  #isVisible = true;
  readonly #listeners = new Set<(isVisible: boolean) => void>();

  isVisible(): boolean {
    return this.#isVisible;
  }

  subscribe(listener: (isVisible: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  show(isVisible: boolean): void {
    this.#isVisible = isVisible;
    for (const listener of this.#listeners) listener(isVisible);
  }
}

class OneBrowserLocks implements Locks {
  readonly #held = new Set<string>();

  async ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#held.has(name)) return null;
    this.#held.add(name);
    try {
      return await work();
    } finally {
      this.#held.delete(name);
    }
  }
}

const userId = 1000;

function openTab(locks = new OneBrowserLocks()) {
  const visibility = new Page();
  const nudge = vi.fn();
  const setConflictsAside = vi.fn(async () => undefined);
  const desk = new ConflictDialogController({ visibility, locks }, nudge);
  const account = { kind: 'user', user: { id: userId } };
  const opened = { device: { account }, engine: { setConflictsAside } };
  const leave = desk.enter(opened as unknown as OpenAccount);
  return { desk, visibility, nudge, setConflictsAside, leave };
}

function conflict(uuid: string, isAside = false): Conflict {
  return { uuid, isAside } as Conflict;
}

test('[CONF-04] a run that finds conflicts stops for the dialog, which opens', async () => {
  const { desk } = openTab();
  desk.take([]);
  expect(await desk.isResolving(userId, true)).toBe(true);
  desk.take([conflict('a')]);
  expect(desk.isOpen.get()).toBe(true);
  expect(await desk.isResolving(userId, false)).toBe(true);
});

test('[CONF-04] Cancel sets aside and lets the rest go on', async () => {
  const { desk, setConflictsAside, nudge } = openTab();
  desk.take([conflict('a')]);
  desk.cancel();
  expect(desk.isOpen.get()).toBe(false);
  expect(setConflictsAside).toHaveBeenCalledOnce();
  await expect.poll(() => nudge).toHaveBeenCalledOnce();
  desk.take([conflict('a', true)]);
  expect(desk.isOpen.get()).toBe(false);
  expect(await desk.isResolving(userId, false)).toBe(false);
});

test('[CONF-04] leaving the page sets aside; coming back finds the dialog as it was', async () => {
  const { desk, setConflictsAside, visibility } = openTab();
  desk.take([conflict('a')]);
  visibility.show(false);
  expect(setConflictsAside).toHaveBeenCalledOnce();
  await expect.poll(() => desk.isResolving(userId, true)).toBe(false);
  desk.take([conflict('a', true)]);
  visibility.show(true);
  expect(desk.isOpen.get()).toBe(true);
  expect(await desk.isResolving(userId, false)).toBe(true);
});

test('conflicts of a hidden page wait for it to be looked at', () => {
  const { desk, visibility } = openTab();
  desk.take([]);
  visibility.show(false);
  desk.take([conflict('a')]);
  expect(desk.isOpen.get()).toBe(false);
  visibility.show(true);
  expect(desk.isOpen.get()).toBe(true);
});

test('what was set aside before this page opened asks only when asked for', () => {
  const { desk } = openTab();
  expect(desk.open()).toBe(false);
  desk.take([conflict('a', true)]);
  expect(desk.isOpen.get()).toBe(false);
  expect(desk.open()).toBe(true);
  expect(desk.isOpen.get()).toBe(true);
});

test('while the dialog is open in one tab the engine of another waits', async () => {
  const locks = new OneBrowserLocks();
  const front = openTab(locks);
  const back = openTab(locks);
  back.visibility.show(false);
  front.desk.take([]);
  expect(await back.desk.isResolving(userId, true)).toBe(false);
  // Found and set aside by the run of the hidden tab.
  front.desk.take([conflict('a', true)]);
  expect(front.desk.isOpen.get()).toBe(true);
  expect(await back.desk.isResolving(userId, true)).toBe(true);
  front.desk.cancel();
  await expect.poll(() => back.desk.isResolving(userId, true)).toBe(false);
});

test('[I13] the dialog is never open without a conflict', () => {
  const { desk, leave } = openTab();
  desk.take([conflict('a'), conflict('b')]);
  desk.take([conflict('b')]);
  expect(desk.isOpen.get()).toBe(true);
  desk.take([]);
  expect(desk.isOpen.get()).toBe(false);
  desk.take([conflict('c')]);
  leave();
  expect(desk.isOpen.get()).toBe(false);
});
