import { dataFileFormat, dataFileVersion } from '../data-file/data-file.ts';
import { exportData } from '../data-file/data-file-export.ts';
import { importData } from '../data-file/data-file-import.ts';
import { planImport, type ImportPlan } from '../data-file/data-file-plan.ts';
import { readDataFile } from '../data-file/data-file-read.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { ReadTransaction } from '../store/ports.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { guestOn, type Guest } from './guest.ts';
import { uuidOf } from './rows.ts';
import { CountingIds } from './test-ports.ts';
import type { TestWorld } from './test-world.ts';

/** The time at which the files of tests are read. */
export const now = '2026-11-21T10:00:00.000Z';

/** A pause that ends at once. */
export const pause = async (): Promise<void> => undefined;

let guests = 100;

/** A guest's device, whose uuids are of no other. */
export function newGuest(world: TestWorld): Guest {
  guests += 1;
  return { ...guestOn(world), ids: new CountingIds(guests) };
}

/** The value of a result that must succeed; a failure fails the test. */
export async function valueOf<T, E>(
  promise: Promise<{ ok: true; value: T } | { ok: false; error: E }>,
): Promise<T> {
  const result = await promise;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** An item of a file with that number in its uuid. */
export function fileItem(number: number, fields: Record<string, unknown> = {}) {
  return { uuid: uuidOf(number), type: 'todo', title: `item ${number}`, ...fields };
}

/** The text of a guest's file with these items. */
export function fileOf(items: unknown, head: Record<string, unknown> = {}): string {
  const standard = { format: dataFileFormat, version: dataFileVersion, account: 0 };
  return JSON.stringify({ ...standard, items, ...head });
}

/** The text that a device exports. */
export async function textOf(device: SyncContext): Promise<string> {
  return (await valueOf(exportData(device, pause))).pieces.join('');
}

/** The plan of a device's import of a file. */
export async function planOf(device: SyncContext, text: string): Promise<ImportPlan> {
  return valueOf(planImport(device, await valueOf(readDataFile(text, now, pause)), pause));
}

/** Imports a file completely. Returns the number of items added. */
export async function take(device: SyncContext, text: string): Promise<number> {
  const outcome = await importData(device, await planOf(device, text), pause);
  if (outcome.kind !== 'complete') throw new Error('not complete');
  return outcome.added;
}

/** Reads something from a device's store. */
export function stored<T>(
  device: SyncContext,
  work: (tx: ReadTransaction) => Promise<T>,
): Promise<T> {
  return valueOf(device.store.read(work));
}

/** The rows of a device that are not deleted. */
export async function living(device: SyncContext): Promise<LocalItem[]> {
  const rows = await stored(device, (tx) => tx.allItems());
  return rows.filter((row) => !row._deleted);
}
