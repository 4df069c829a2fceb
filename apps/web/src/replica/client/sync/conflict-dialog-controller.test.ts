import type { Conflict, Locks } from '@foray/sync';
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
  const requestSync = vi.fn();
  const setConflictsAside = vi.fn(async () => undefined);
  const controller = new ConflictDialogController({ visibility, locks }, requestSync);
  const account = { kind: 'user', user: { id: userId } };
  const opened = { device: { account }, engine: { setConflictsAside } };
  const leave = controller.enter(opened as unknown as OpenAccount);
  return { controller, visibility, requestSync, setConflictsAside, leave };
}

function conflict(uuid: string, isAside = false): Conflict {
  return { uuid, isAside } as Conflict;
}

test('[CONF-04] a cycle that finds conflicts stops, and the dialog opens', async () => {
  const { controller } = openTab();
  controller.take([]);
  expect(await controller.isResolving(userId, true)).toBe(true);
  controller.take([conflict('a')]);
  expect(controller.isOpen.get()).toBe(true);
  expect(await controller.isResolving(userId, false)).toBe(true);
});

test('[CONF-04] Cancel sets conflicts aside, and everything else continues to sync', async () => {
  const { controller, setConflictsAside, requestSync } = openTab();
  controller.take([conflict('a')]);
  controller.cancel();
  expect(controller.isOpen.get()).toBe(false);
  expect(setConflictsAside).toHaveBeenCalledOnce();
  await expect.poll(() => requestSync).toHaveBeenCalledOnce();
  controller.take([conflict('a', true)]);
  expect(controller.isOpen.get()).toBe(false);
  expect(await controller.isResolving(userId, false)).toBe(false);
});

test('[CONF-04] leaving the page sets conflicts aside; returning shows the dialog as it was', async () => {
  const { controller, setConflictsAside, visibility } = openTab();
  controller.take([conflict('a')]);
  visibility.show(false);
  expect(setConflictsAside).toHaveBeenCalledOnce();
  await expect.poll(() => controller.isResolving(userId, true)).toBe(false);
  controller.take([conflict('a', true)]);
  visibility.show(true);
  expect(controller.isOpen.get()).toBe(true);
  expect(await controller.isResolving(userId, false)).toBe(true);
});

test('conflicts of a hidden page wait until it is visible', () => {
  const { controller, visibility } = openTab();
  controller.take([]);
  visibility.show(false);
  controller.take([conflict('a')]);
  expect(controller.isOpen.get()).toBe(false);
  visibility.show(true);
  expect(controller.isOpen.get()).toBe(true);
});

test('a conflict set aside before this page opened is shown only on request', () => {
  const { controller } = openTab();
  expect(controller.open()).toBe(false);
  controller.take([conflict('a', true)]);
  expect(controller.isOpen.get()).toBe(false);
  expect(controller.open()).toBe(true);
  expect(controller.isOpen.get()).toBe(true);
});

test('while the dialog is open in one tab the engine of another tab waits', async () => {
  const locks = new OneBrowserLocks();
  const front = openTab(locks);
  const back = openTab(locks);
  back.visibility.show(false);
  front.controller.take([]);
  expect(await back.controller.isResolving(userId, true)).toBe(false);
  // Found and set aside by the cycle of the hidden tab.
  front.controller.take([conflict('a', true)]);
  expect(front.controller.isOpen.get()).toBe(true);
  expect(await back.controller.isResolving(userId, true)).toBe(true);
  front.controller.cancel();
  await expect.poll(() => back.controller.isResolving(userId, true)).toBe(false);
});

test('[I13] the dialog is never open without a conflict', () => {
  const { controller, leave } = openTab();
  controller.take([conflict('a'), conflict('b')]);
  controller.take([conflict('b')]);
  expect(controller.isOpen.get()).toBe(true);
  controller.take([]);
  expect(controller.isOpen.get()).toBe(false);
  controller.take([conflict('c')]);
  leave();
  expect(controller.isOpen.get()).toBe(false);
});
