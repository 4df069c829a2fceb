import type { Browser } from '@playwright/test';
import { TestPerson } from './person.ts';

/**
 * A guest who has been through the tutorial, at `path`; `prepare` runs in each of their pages before the app.
 */
export async function guestAt(
  browser: Browser,
  url: string,
  path = '/',
  prepare?: () => void,
): Promise<TestPerson> {
  const guest = await TestPerson.at(browser, url, prepare, skipTutorial);
  if (path !== '/') await guest.page.goto(path);
  return guest;
}

/** Runs in a page before the app, which then finds that the tutorial was skipped. */
export function skipTutorial(): void {
  if (localStorage.getItem('onboarding-storage') !== null) return;
  const state = {
    hasCompletedOnboarding: true,
    currentStep: 0,
    skippedAt: '2026-01-01T00:00:00.000Z',
    completedAt: null,
  };
  localStorage.setItem('onboarding-storage', JSON.stringify({ state, version: 0 }));
}

/**
 * The fields that a test sets on an item that exists before the test begins; the others have their defaults.
 */
export interface GuestItem {
  readonly type: 'campaign' | 'task' | 'todo';
  readonly title: string;
  readonly status?: 'pending' | 'in_progress' | 'completed';
  readonly description?: string;
  readonly due_date?: string;
  readonly due_time?: string;
  readonly end_date?: string;
  readonly priority?: 'low' | 'medium' | 'high';
  readonly labels?: readonly string[];
  /** The rule by which it repeats from its due date. */
  readonly repeat?: string;
  readonly occurrence?: number;
  readonly user_id?: number;
  /** The index of its parent among the seeded items, from 0. */
  readonly parent?: number;
  /** The index of the repeating item of whose occurrence this is the copy. */
  readonly copyOf?: number;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly completed_at?: string;
}

/**
 * Puts items into the guest's database as the app itself would, numbered from 1, each created an hour after
 * the one before, and opens the page again with them. They can be brought into an account only with the name
 * of a `generation`.
 */
export async function seed(
  guest: TestPerson,
  items: readonly GuestItem[],
  generation: string | null = null,
): Promise<void> {
  const { page } = guest;
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(
    async ({ items: seeded, generation: name }) => {
      const uuids = seeded.map(() => crypto.randomUUID());
      const rows = seeded.map(({ parent, copyOf, ...item }, place) => {
        const hour = new Date(Date.UTC(2026, 0, 1) + place * 3_600_000).toISOString();
        const created = item.created_at ?? hour;
        const isDone = item.status === 'completed';
        return {
          description: null,
          status: 'pending',
          assigned_to: null,
          due_date: null,
          end_date: null,
          user_id: 0,
          updated_at: created,
          permission: 'manage',
          base: null,
          rolled: null,
          _syncStatus: 'synced',
          _deleted: false,
          deletedBy: null,
          repeat: null,
          repeat_from: item.repeat === undefined ? null : 'due',
          repeat_start: item.repeat === undefined ? null : item.due_date,
          occurrence_day: null,
          occurrence: 1,
          repeat_done: null,
          ...item,
          occurrence_of: copyOf === undefined ? null : (uuids[copyOf] ?? null),
          id: place + 1,
          uuid: uuids[place],
          parent_id: parent === undefined ? 0 : parent + 1,
          parent_uuid: parent === undefined ? null : (uuids[parent] ?? null),
          created_at: created,
          completed_at: item.completed_at ?? (isDone ? created : null),
          _localVersion: place + 1,
          top: parent === undefined ? 1 : 0,
          sortKey: created,
        };
      });
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('foray');
        opening.onerror = () => reject(new Error('cannot open foray'));
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['items', 'meta'], 'readwrite');
          for (const row of rows) writing.objectStore('items').put(row);
          const counters = { localSeq: rows.length, queueSeq: 0, lastLocalId: rows.length };
          writing.objectStore('meta').put({ kind: 'counters', id: 'device', value: counters });
          const begun = { kind: 'generation', id: 'guest', value: { generation: name } };
          if (name !== null) writing.objectStore('meta').put(begun);
          writing.onabort = () => reject(new Error('cannot seed foray'));
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
    },
    { items, generation },
  );
  await page.reload();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
}
