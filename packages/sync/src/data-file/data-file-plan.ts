import { canBeParent, err, guestId, importedUuid, itemTypes, may, ok } from '@foray/domain';
import type { ItemType, Result } from '@foray/domain';
import type { FileItem } from './data-file.ts';
import type { DataFile, UnreadableItem } from './data-file-read.ts';
import { ownerIdOf } from '../store/sync-context.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { byCreation } from '../store/operation.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { ReadTransaction, StoreFailure } from '../store/ports.ts';

/** An item that an import is going to create, with its place. */
export interface PlannedItem {
  readonly item: FileItem;
  /** The item's identity in this account. */
  readonly uuid: string;
  /** The parent in this account; null for the top level. */
  readonly parentUuid: string | null;
  /** The item in this account of which this one is a copy; null if it is not a copy. */
  readonly occurrenceOf: string | null;
  /** The assignee in this account; null if there is none. */
  readonly assignedTo: number | null;
}

/** The effect of importing a file, before anything is written. */
export interface ImportPlan {
  /** Parents first. */
  readonly fresh: readonly PlannedItem[];
  /** How many of each type would be added. */
  readonly counts: Readonly<Record<ItemType, number>>;
  /** Items of the file that this account already has; they stay unchanged. */
  readonly known: number;
  /** Items that would come to the top level, since their parent is neither here nor in the file. */
  readonly toTop: number;
  readonly unreadable: readonly UnreadableItem[];
  readonly exportedAt: string;
}

/** first_sync: not all of the account's items are here yet, so duplicates cannot be detected. */
export type PlanFailure = 'first_sync' | StoreFailure;

const chunkItems = 100;

/**
 * Returns the items of a file that this account does not have (decision 0043). Awaits `pause` between chunks,
 * so that no task is long. Changes nothing.
 */
export async function planImport(
  device: SyncContext,
  file: DataFile,
  pause: () => Promise<void>,
): Promise<Result<ImportPlan, PlanFailure>> {
  const known = await readImportHistory(device);
  const userId = ownerIdOf(device.account);
  const me = userId !== guestId && file.account === userId ? userId : null;
  if (!known.ok) return known;
  const sorted = file.items.toSorted(parentsFirst);
  const places = new Map<string, LocalItem | PlannedItem>();
  const fresh: PlannedItem[] = [];
  const counts: Record<ItemType, number> = { campaign: 0, task: 0, todo: 0 };
  let toTop = 0;
  for (let from = 0; from < sorted.length; from += chunkItems) {
    const chunk = sorted.slice(from, from + chunkItems);
    const read = await device.store.read(async (tx) => ({
      found: await findIdentities(tx, chunk, known.value),
      parents: await outsideParents(tx, chunk, places),
    }));
    if (!read.ok) return read;
    for (const row of read.value.parents) places.set(row.uuid, row);
    for (const [index, item] of chunk.entries()) {
      const identity = read.value.found[index];
      if (identity === undefined) continue;
      if (typeof identity !== 'string') {
        places.set(item.uuid, identity);
        continue;
      }
      const parentUuid = placeOf(item, places);
      const assignedTo = item.assigned_to === 'me' ? me : item.assigned_to;
      const occurrenceOf = places.get(item.occurrence_of ?? '')?.uuid ?? null;
      const planned = { item, uuid: identity, parentUuid, assignedTo, occurrenceOf };
      places.set(item.uuid, planned);
      fresh.push(planned);
      counts[item.type] += 1;
      if (parentUuid === null && item.parent_uuid !== null) toTop += 1;
    }
    await pause();
  }
  const { unreadable, exportedAt } = file;
  const all = file.items.length;
  return ok({ fresh, counts, known: all - fresh.length, toTop, unreadable, exportedAt });
}

function parentsFirst(a: FileItem, b: FileItem): number {
  return (
    byCreation(a, b) || (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0)
  );
}

/** Data of the account that distinguishes its items from new ones. */
interface ImportHistory {
  /** The names under which this account may have imported before, present one first. */
  readonly names: readonly [string, ...string[]];
  /** Whether a uuid was imported before, or its item deleted here: if no row has it, the item is gone. */
  readonly isUsed: (uuid: string) => boolean;
}

async function readImportHistory(device: SyncContext): Promise<Result<ImportHistory, PlanFailure>> {
  const { account, ids, store } = device;
  if (account.kind === 'guest') {
    // The guest's name is its generation, which may not exist before the import.
    const begun = await store.write(async (tx) => {
      if ((await tx.meta('generation', 'guest')) !== undefined) return;
      await tx.putMeta('generation', 'guest', { generation: ids.uuid() });
    });
    if (!begun.ok) return begun;
  }
  const read = await store.read(async (tx) => {
    const [own, former, trash, imported] = await Promise.all([
      tx.meta('generation', 'guest'),
      tx.metaOf('importedGuest'),
      tx.metaOf('trash'),
      tx.metaOf('imported'),
    ]);
    const cursors = await Promise.all(itemTypes.map((type) => tx.meta('cursor', type)));
    const isFetched = cursors.every((cursor) => cursor?.isComplete === true);
    return { own, former, trash, imported, isFetched };
  });
  if (!read.ok) return read;
  const { own, former, trash, imported, isFetched } = read.value;
  if (account.kind === 'user' && !isFetched) return err('first_sync');
  const used = new Set([
    ...trash.map(({ id }) => id),
    ...imported.flatMap(({ value }) => value.uuids),
  ]);
  const isUsed = (uuid: string) => used.has(uuid);
  if (account.kind === 'guest') return ok({ names: [own?.generation ?? ''], isUsed });
  const name = String(ownerIdOf(account));
  const asGuest = former.flatMap(({ value: { generation } }) => generation ?? []);
  return ok({ names: [name, ...asGuest], isUsed });
}

/** For each item the row that it has here, or the uuid that it is going to get. */
async function findIdentities(
  tx: ReadTransaction,
  items: readonly FileItem[],
  { names, isUsed }: ImportHistory,
): Promise<readonly (LocalItem | string)[]> {
  const candidates = items.flatMap(({ uuid }) => [
    uuid,
    ...names.map((name) => importedUuid(name, uuid, 0)),
  ]);
  const width = names.length + 1;
  const rows = await tx.itemsByUuid(candidates);
  const answers: (LocalItem | string)[] = [];
  for (const [index, { uuid }] of items.entries()) {
    const rowsHere = rows.slice(index * width, (index + 1) * width);
    const living = rowsHere.find((row) => row !== undefined && !row._deleted);
    if (living !== undefined) {
      answers.push(living);
      continue;
    }
    let attempt = 0;
    let answer: LocalItem | string = importedUuid(names[0], uuid, 0);
    let row = rowsHere[1];
    while (typeof answer === 'string' && (row !== undefined || isUsed(answer))) {
      attempt += 1;
      answer = importedUuid(names[0], uuid, attempt);
      row = await tx.itemByUuid(answer);
      if (row !== undefined && !row._deleted) answer = row;
    }
    answers.push(answer);
  }
  return answers;
}

/** Living parents of the items that did not occur in the file so far. */
async function outsideParents(
  tx: ReadTransaction,
  items: readonly FileItem[],
  places: ReadonlyMap<string, unknown>,
): Promise<readonly LocalItem[]> {
  const inChunk = new Set(items.map(({ uuid }) => uuid));
  const missing = new Set<string>();
  for (const { parent_uuid: uuid } of items) {
    if (uuid !== null && !inChunk.has(uuid) && !places.has(uuid)) missing.add(uuid);
  }
  const rows = await tx.itemsByUuid([...missing]);
  return rows.filter((row) => row !== undefined).filter((row) => !row._deleted);
}

/** The parent in this account, if it may contain the item. */
function placeOf(
  item: FileItem,
  places: ReadonlyMap<string, LocalItem | PlannedItem>,
): string | null {
  const parent = item.parent_uuid === null ? undefined : places.get(item.parent_uuid);
  if (parent === undefined) return null;
  const { type, occurrence_of: of } = 'item' in parent ? parent.item : parent;
  const isOpen = 'item' in parent || may(parent.permission, 'addChild');
  return isOpen && of === null && canBeParent(type, item.type) ? parent.uuid : null;
}
