import {
  createEngine,
  keyOf,
  type Account,
  type Device,
  type Engine,
  type LocalChange,
  type LocalStore,
} from '@foray/sync';
import { ChangeIntake } from './change-intake.ts';
import type { ClientPorts } from './client-ports.ts';
import { applyChange, emptyReplica, loadReplica } from './load.ts';
import type { Replica } from './replica.ts';
import { Teller } from './teller.ts';

/** No single action of a person changes more rows than that, and a page of a sync does. */
const pageRows = 50;

/** The data of one account, open on this page: guest, or a signed-in user with an engine. */
export interface OpenAccount {
  readonly device: Device;
  readonly replica: Replica;
  /** Null for the guest, who has nothing to sync. */
  readonly engine: Engine | null;
  /** Resolves when everything is in memory. */
  readonly loaded: Promise<void>;
  /** Reads what other tabs wrote while this page could not listen. */
  catchUp(): Promise<void>;
  /** Stops the engine and lets go of the database; what is queued stays. */
  close(): Promise<void>;
}

/**
 * Puts an open store to work: reads it into memory, joins the other tabs, and makes the engine of a
 * signed-in user. `onChange` hears of every committed change, this tab's and others'; the engine
 * asks `isResolvingConflicts` whether it has to wait for decisions.
 */
export function openAccount(
  account: Account,
  store: LocalStore,
  ports: ClientPorts,
  onChange: (change: LocalChange) => void,
  isResolvingConflicts: (userId: number, hasNew: boolean) => Promise<boolean>,
): OpenAccount {
  const replica = emptyReplica(ports.clock);
  const teller = new Teller(replica, ports.scheduler);
  const intake = new ChangeIntake(ports.nextTurn);
  /** Everything up to here is in memory. */
  let newestSeq = 0;
  /** Up to here all that is stored was read at once: older news tells nothing, and may tell of what is gone. */
  let readSeq = 0;
  /** Taken already, behind a gap that is being read. */
  const aheadSeqs = new Set<number>();

  function take(change: LocalChange): void {
    const { localSeq } = change;
    const isGap = localSeq > newestSeq + 1 && !aheadSeqs.has(localSeq - 1);
    const rows = change.rows.filter(({ _localVersion }) => _localVersion > readSeq);
    applyChange(replica, { ...change, rows });
    if (change.rows.length > pageRows) teller.soon();
    else teller.now();
    aheadSeqs.add(localSeq);
    advance(newestSeq);
    if (isGap) void catchUp();
    onChange(change);
  }

  function advance(toSeq: number): void {
    newestSeq = Math.max(newestSeq, toSeq);
    while (aheadSeqs.has(newestSeq + 1)) newestSeq += 1;
    for (const seq of aheadSeqs) if (seq <= newestSeq) aheadSeqs.delete(seq);
  }

  async function catchUp(): Promise<void> {
    const from = newestSeq;
    const missed = await store.read(async (tx) => {
      const localSeq = (await tx.meta('counters', 'device'))?.localSeq ?? 0;
      if (localSeq <= from) return null;
      const rows = await tx.itemsNewerThan(from);
      return { localSeq, rows, ids: await tx.itemIds(), people: await tx.users() };
    });
    // What could not be read stays a gap, and the next change finds it.
    if (!missed.ok) return aheadSeqs.clear();
    if (missed.value === null) return;
    const { localSeq, rows, people } = missed.value;
    // What is held neither as it was nor anew has been erased: nothing else tells of it.
    const held = new Set(missed.value.ids);
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
    advance(localSeq);
  }

  const channel = ports.openChannel(`foray-${keyOf(account)}`, (change) =>
    intake.put(change, take),
  );
  const device: Device = {
    account,
    store,
    clock: ports.clock,
    ids: ports.ids,
    changes: {
      publish(change) {
        intake.put(change, (part) => {
          take(part);
          channel.send(part);
        });
      },
    },
  };
  const engine =
    account.kind === 'guest'
      ? null
      : createEngine({
          device,
          transport: ports.transport,
          scheduler: ports.scheduler,
          locks: ports.locks,
          connectivity: ports.connectivity,
          isResolvingConflicts: (hasNew) => isResolvingConflicts(account.user.id, hasNew),
        });
  // What a run brought is on the screen before anybody hears that it has ended.
  engine?.subscribe(() => teller.now());

  const loaded = (async () => {
    const counters = await store.read((tx) => tx.meta('counters', 'device'));
    if (counters.ok) advance(counters.value?.localSeq ?? 0);
    await loadReplica(store, replica, ports.nextTurn);
  })();

  return {
    device,
    replica,
    engine,
    loaded,
    catchUp,
    async close() {
      intake.end();
      channel.close();
      teller.end();
      engine?.stop();
      await store.close();
    },
  };
}
