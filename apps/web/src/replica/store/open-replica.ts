import { NewerRow, upcastItem } from '@foray/sync';
import type { Clock, LocalChange, LocalItem, Scheduler } from '@foray/sync';
import { ChangeQueue, unfinished } from './change-queue.ts';
import type { ChangePart } from './change-queue.ts';
import { ChangeSequence } from './change-sequence.ts';
import { applyChange, emptyReplica, loadReplica } from './load.ts';
import type { ReplicaSource } from './load.ts';
import type { Replica } from './replica.ts';
import { ThrottledNotifier } from './throttled-notifier.ts';

/** No single action of a user changes more rows than this; a page of a sync does. */
const pageRows = 50;

/** Carries committed changes to the other tabs that show the same data. */
export interface ReplicaChannel {
  send(change: ChangePart): void;
  close(): void;
}

/** The parts of the page that a replica uses. */
export interface ReplicaPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Joins the other tabs of a database; `onChange` receives their changes, never this tab's own. */
  openChannel(name: string, onChange: (change: ChangePart) => void): ReplicaChannel;
  /** Resolves after the browser had a chance to paint and to handle input. */
  nextTask(): Promise<void>;
}

/** The numbers of rows that are read into memory at once, between two pauses for the page. */
export interface ReplicaSizes {
  /** Stored rows, while the store is loaded. */
  readonly loadedRows: number;
  /** Rows of one change. */
  readonly changedRows: number;
}

/** Reading this many rows into memory stays well under the 50 ms of a long task. */
const productSizes: ReplicaSizes = { loadedRows: 500, changedRows: 1000 };

/** A replica that follows its store and the other tabs. */
export interface OpenReplica {
  readonly replica: Replica;
  /** Resolves when everything is in memory. */
  readonly loaded: Promise<void>;
  /** Applies a change that this tab has committed, and publishes it to the other tabs. */
  publish(change: LocalChange): void;
  /**
   * Shows rows at once as an action will leave them. The returned function is called when the action has
   * finished, and ends that after everything published before.
   */
  predict(rows: readonly LocalItem[]): () => void;
  /** Reads the writes of other tabs that this page could not receive. */
  catchUp(): Promise<void>;
  /** Notifies the listeners of all changes at once. */
  notifyNow(): void;
  /** Applies and publishes nothing from now on. */
  close(): void;
}

/**
 * Reads a store into memory and joins the other tabs by the channel `name`. `onChange` receives every
 * committed change, of this tab and of others, once it is in memory.
 */
export function openReplica(
  store: ReplicaSource,
  name: string,
  ports: ReplicaPorts,
  onChange: (change: LocalChange) => void,
  sizes: ReplicaSizes = productSizes,
): OpenReplica {
  const replica = emptyReplica(ports.clock);
  const notifier = new ThrottledNotifier(replica, ports.scheduler);
  const sequence = new ChangeSequence();
  /** Every write up to this number was read from the store at once, so an older message is outdated. */
  let readSeq = 0;

  function take(change: ChangePart): void {
    const hasGap = sequence.note(change);
    const rows = change.rows.filter(({ _localVersion }) => _localVersion > readSeq);
    applyChange(replica, { ...change, rows });
    if (change.rows.length > pageRows) notifier.soon();
    else notifier.now();
    if (hasGap) void catchUp();
    onChange(change);
  }

  async function catchUp(): Promise<void> {
    const from = sequence.newest;
    const missed = await store.read(async (tx) => {
      const localSeq = (await tx.meta('counters', 'device'))?.localSeq ?? 0;
      if (localSeq <= from) return null;
      const rows = await tx.itemsNewerThan(from);
      return { localSeq, rows, ids: await tx.itemIds(), people: await tx.users() };
    });
    // A failed read leaves the gap, and the next change finds it.
    if (!missed.ok) return sequence.forgetAhead();
    if (missed.value === null) return;
    const { localSeq, rows, people } = missed.value;
    // A row that was neither kept nor read again was erased without another sign. After a restored backup
    // another item may have its id.
    const held = new Set(missed.value.ids);
    for (const { id } of rows) held.delete(id);
    const renewed = new Set(rows.map(({ uuid }) => uuid));
    const gone = [...replica.rows()].filter(
      ({ id, uuid, _localVersion }) =>
        !held.has(id) && !renewed.has(uuid) && _localVersion <= localSeq,
    );
    replica.putPeople(people);
    replica.apply(
      rows,
      gone.map(({ uuid }) => ({ uuid, localSeq })),
    );
    readSeq = Math.max(readSeq, localSeq);
    sequence.advance(localSeq);
  }

  const started = (async () => {
    const counters = await store.read((tx) => tx.meta('counters', 'device'));
    if (!counters.ok) return;
    // Everything written so far is loaded, and erased rows are not, so no message about them is needed.
    readSeq = counters.value?.localSeq ?? 0;
    sequence.advance(readSeq);
  })();
  const queue = new ChangeQueue(started, ports.nextTask, sizes.changedRows);
  // Sending to the other tabs waits for nothing in this one.
  const outgoing = new ChangeQueue(Promise.resolve(), nextSending, sizes.changedRows);

  /** Drops the rest of a change whose data was erased meanwhile. */
  async function nextSending(): Promise<void> {
    await ports.nextTask();
    const stored = await store.read((tx) => tx.queueSize());
    if (!stored.ok && stored.error.code === 'closed') outgoing.end();
  }

  const channel = ports.openChannel(name, (change) => {
    const known = asKnownHere(change);
    // The store refuses the rows too, and reports it.
    if (known === null) void catchUp();
    else queue.put(known, take);
  });
  const loaded = started.then(() => loadReplica(store, replica, ports.nextTask, sizes.loadedRows));

  return {
    replica,
    loaded,
    publish(change) {
      queue.put(change, take);
      outgoing.put(change, (part) => channel.send(part));
    },
    predict(rows) {
      const end = replica.predict(rows);
      return () => queue.put({ ...unfinished, rows: [] }, end);
    },
    catchUp,
    notifyNow: () => notifier.now(),
    close() {
      queue.end();
      outgoing.end();
      channel.close();
      notifier.end();
    },
  };
}

/**
 * A change by another tab in the form that this release would have sent: a tab of an earlier release sends
 * rows without later fields, or with outdated ones. Null for rows of a later format.
 */
function asKnownHere(change: ChangePart): ChangePart | null {
  try {
    return { ...change, rows: change.rows.map(upcastItem) };
  } catch (cause) {
    if (cause instanceof NewerRow) return null;
    throw cause;
  }
}
