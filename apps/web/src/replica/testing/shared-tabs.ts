import type { LocalChange, LocalStore } from '@foray/sync';
import { MemoryStore, TestConnectivity, TestLocks, type MemoryTables } from '@foray/sync/testing';
import type { ClientPorts } from '../client/state/client-ports.ts';
import { openAccount, type OpenAccount } from '../client/sync/open-account.ts';

/** A message of a tab on its way to another. */
interface Message {
  readonly from: number;
  readonly to: number;
  readonly change: LocalChange;
}

/** Tabs of a guest on the same data, with the channel between them, whose messages the test delivers. */
export class SharedTabs {
  readonly tabs: OpenAccount[] = [];
  /** Messages on their way; those of one sender to one tab are in the order of sending. */
  readonly messages: Message[] = [];
  readonly #tables: MemoryTables;
  readonly #receive: ((change: LocalChange) => void)[] = [];
  #uuids = 0;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  /** Opens one more tab. */
  open(store: LocalStore = new MemoryStore(this.#tables)): OpenAccount {
    const number = this.tabs.length;
    const ports: Partial<ClientPorts> = {
      clock: { nowMs: () => Date.UTC(2026, 0, 5) },
      ids: { uuid: () => this.#uuid(), random: () => 0.5 },
      locks: new TestLocks(),
      connectivity: new TestConnectivity(),
      nextTask: async () => undefined,
      scheduler: { after: () => () => undefined, every: () => () => undefined },
      openChannel: (_name, onChange) => {
        this.#receive[number] = onChange;
        return { send: (change) => this.#send(number, change), close: () => undefined };
      },
    };
    const tab = openAccount({ kind: 'guest' }, store, ports as ClientPorts, {
      onChange: () => undefined,
      onStoreGone: () => undefined,
    });
    this.tabs.push(tab);
    return tab;
  }

  /** Delivers the first message of a sender to a tab; false if there is none. */
  deliver(from: number, to: number): boolean {
    const message = this.lose(from, to);
    if (message === undefined) return false;
    this.#receive[to]?.(message.change);
    return true;
  }

  /**
   * Drops the first message of a sender to a tab: the tab was frozen, or in the browser's back-forward cache.
   */
  lose(from: number, to: number): Message | undefined {
    const at = this.messages.findIndex((one) => one.from === from && one.to === to);
    return at < 0 ? undefined : this.messages.splice(at, 1)[0];
  }

  /** Delivers everything, in the order of sending. */
  deliverAll(): void {
    for (let message = this.messages.shift(); message; message = this.messages.shift()) {
      this.#receive[message.to]?.(message.change);
    }
  }

  #send(from: number, change: LocalChange): void {
    for (const to of this.#receive.keys())
      if (to !== from) this.messages.push({ from, to, change });
  }

  #uuid(): string {
    this.#uuids += 1;
    return `00000000-0000-4000-8000-${String(this.#uuids).padStart(12, '0')}`;
  }
}

/**
 * Erases a row from the device, as after another user's delete: the tab that pulled the removal notifies the
 * others.
 */
export async function eraseRow({ device }: OpenAccount, uuid: string): Promise<void> {
  const erased = await device.store.write(async (tx) => {
    const row = await tx.itemByUuid(uuid);
    const counters = await tx.meta('counters', 'device');
    if (row === undefined || counters === undefined) return null;
    const localSeq = counters.localSeq + 1;
    await tx.deleteItem(row.id);
    await tx.putMeta('counters', 'device', { ...counters, localSeq });
    return localSeq;
  });
  if (!erased.ok) throw new Error(erased.error.code);
  if (erased.value === null) return;
  const rest = { rows: [], rekeyed: [], users: [], hasQueueChanged: false };
  device.changes.publish({ localSeq: erased.value, goneUuids: [uuid], ...rest });
}
