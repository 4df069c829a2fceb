import type { TrashedItem, TrashList as TrashPage } from '@foray/contract';
import { ok, type Result } from '@foray/domain';
import { listDeleted, type DeletedItem, type SyncContext } from '@foray/sync';

/** The items that can be restored. */
export interface Trash {
  /** Newest first. */
  readonly items: readonly DeletedItem[];
  /**
   * Whether the server's last response contained the deletes of other devices; always true for a guest, who
   * needs no server.
   */
  readonly isComplete: boolean;
  /** Whether older deletes exist. */
  readonly hasMore: boolean;
}

/** The server's list, newest first; `next` is the start of its next page, null at the end. */
interface FetchedTrash {
  readonly items: readonly TrashedItem[];
  readonly next: string | null;
}

/** The deletes of this device, and the server's last list of other devices' deletes. */
export class TrashReader {
  /** `isLatest` until a later call has no response. */
  #fetched: {
    readonly for: SyncContext;
    readonly trash: FetchedTrash;
    readonly isLatest: boolean;
  } | null = null;

  /**
   * Reads the restorable items, without a call. While the server has more pages, the device's own older
   * deletes are left out too, so that no row is later inserted between two others.
   */
  async read(device: SyncContext): Promise<Trash> {
    const fetched = this.#fetchedFor(device);
    return readTrash(device, fetched?.trash ?? null, fetched?.isLatest ?? false);
  }

  /**
   * Asks the server, page by page, until `read` has at least the newest `count`, or the list ends. Without
   * a response the earlier list is kept.
   */
  async fetch<E>(
    device: SyncContext,
    page: (before: string | null) => Promise<Result<TrashPage, E>>,
    count: number,
  ): Promise<Result<void, E>> {
    const fetched = await fetchTrash(device, page, count);
    const earlier = this.#fetchedFor(device);
    if (fetched.ok) this.#fetched = { for: device, trash: fetched.value, isLatest: true };
    else if (earlier !== null) this.#fetched = { ...earlier, isLatest: false };
    return fetched.ok ? ok(undefined) : fetched;
  }

  /** The server's entry for an item that this device has not deleted itself. */
  fetchedItem(device: SyncContext, uuid: string): TrashedItem | undefined {
    return this.#fetchedFor(device)?.trash.items.find((item) => item.uuid === uuid);
  }

  #fetchedFor(device: SyncContext) {
    return this.#fetched?.for === device ? this.#fetched : null;
  }
}

async function readTrash(
  device: SyncContext,
  fetched: FetchedTrash | null,
  isLatest: boolean,
): Promise<Trash> {
  const deleted = await listDeleted(device);
  const here = deleted.ok ? deleted.value : [];
  if (device.account.kind === 'guest')
    return { items: here, isComplete: deleted.ok, hasMore: false };
  if (fetched === null) return { items: here, isComplete: false, hasMore: false };
  const elsewhere = await notHeld(device, fetched.items, here);
  const { next } = fetched;
  const items = newestFirst([...here, ...elsewhere.map(deletedItem)], next && momentOf(next));
  return { items, isComplete: isLatest, hasMore: next !== null };
}

async function fetchTrash<E>(
  device: SyncContext,
  page: (before: string | null) => Promise<Result<TrashPage, E>>,
  count: number,
): Promise<Result<FetchedTrash, E>> {
  if (device.account.kind === 'guest') return ok({ items: [], next: null });
  let fetched: FetchedTrash = { items: [], next: null };
  do {
    const list = await page(fetched.next);
    if (!list.ok) return list;
    fetched = { items: [...fetched.items, ...list.value.data], next: list.value.next ?? null };
  } while (fetched.next !== null && (await readTrash(device, fetched, true)).items.length < count);
  return ok(fetched);
}

/** The server's entries that this device neither lists itself nor has already restored. */
async function notHeld(
  device: SyncContext,
  fetched: readonly TrashedItem[],
  listed: readonly DeletedItem[],
): Promise<readonly TrashedItem[]> {
  const here = new Set(listed.map(({ uuid }) => uuid));
  const candidates = fetched.filter(({ uuid }) => !here.has(uuid));
  const rows = await device.store.read((tx) => tx.itemsByUuid(candidates.map(({ uuid }) => uuid)));
  if (!rows.ok) return [];
  return candidates.filter((_, index) => rows.value[index] === undefined);
}

function deletedItem(item: TrashedItem): DeletedItem {
  const { uuid, type, title, user_id: userId, deleted_at: deletedAt, taken_along } = item;
  return { uuid, type, title, userId, deletedAt, takenAlong: taken_along };
}

/** The time of the last delete of a page: `next` begins with it (24 characters, UTC). */
function momentOf(next: string): string {
  return next.slice(0, 24);
}

/** The deletes from the newest to those of that time; null for all. */
function newestFirst(items: readonly DeletedItem[], oldest: string | null): readonly DeletedItem[] {
  return items
    .filter(({ deletedAt }) => oldest === null || deletedAt >= oldest)
    .toSorted((a, b) => (a.deletedAt < b.deletedAt ? 1 : a.deletedAt > b.deletedAt ? -1 : 0));
}
