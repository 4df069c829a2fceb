import { isBatchAnswer } from '@foray/contract';
import type { Item } from '@foray/domain';
import type { Exchange } from './device-network.ts';

/**
 * The part of an item that the devices and the server must agree on; `version` counts the changes that people
 * made.
 */
export interface LedgerItem extends Pick<Item, 'uuid' | 'title' | 'status'> {
  readonly version: number | undefined;
}

/** The final data of one account: on the server, row by row as it sends them, and on each of its devices. */
export interface AccountAtRest {
  readonly userId: number;
  readonly atServer: readonly LedgerItem[];
  readonly onDevices: readonly (readonly LedgerItem[])[];
}

/** An item as its only writer wants it, and the users who should see it. */
interface Wanted {
  readonly title: string;
  readonly status: Item['status'];
  readonly seenBy: readonly number[];
  /** The keys of the acknowledged requests about it. */
  readonly acknowledged: Set<string>;
}

/** The needed part of a batch. */
interface SentEntry {
  readonly id: string;
  readonly url: string;
  readonly data?: { readonly uuid?: string };
}

/**
 * The changes that people made on their devices and that the server acknowledged, and whether each is
 * everywhere exactly once in the end. Each item is changed only by the device that made it, so that its
 * expected state is known. Items whose title does not begin with `mark` were not made here; for them only
 * devices and server are compared.
 */
export class ChangeLedger {
  readonly #mark: string;
  readonly #items = new Map<string, Wanted>();

  constructor(mark: string) {
    this.#mark = mark;
  }

  /** The device has confirmed a change to its user: this is the item from now on. */
  confirmed(
    { uuid, title, status }: Pick<Item, 'uuid' | 'title' | 'status'>,
    seenBy: readonly number[],
  ) {
    const acknowledged = this.#items.get(uuid)?.acknowledged ?? new Set<string>();
    this.#items.set(uuid, { title, status, seenBy, acknowledged });
  }

  /** Looks for acknowledgements in a response that has reached a device. */
  exchanged({ operation, sent, received }: Exchange): void {
    if (operation !== 'POST /api/batch' || !isBatchAnswer(received)) return;
    const { requests } = sent as { readonly requests: readonly SentEntry[] };
    const done = new Set(
      received.results.filter(({ status }) => status >= 200 && status < 300).map(({ id }) => id),
    );
    for (const { id, url, data } of requests) {
      const uuid = data?.uuid ?? url.split('/')[3] ?? '';
      if (done.has(id)) this.#items.get(uuid)?.acknowledged.add(id);
    }
  }

  /** The number of changes that the server has acknowledged. */
  get acknowledgedCount(): number {
    return [...this.#items.values()].reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  /** One sentence for each fault of an account, with the broken invariant. */
  faultsOf({ userId, atServer, onDevices }: AccountAtRest): readonly string[] {
    const rows = atServer.filter(({ title }) => this.#isOwn(title));
    const faults: string[] = [];
    const fault = (invariant: string, uuid: string, what: string): void =>
      void faults.push(`[${invariant}] item ${uuid} of user ${userId}: ${what}`);

    for (const [uuid, wanted] of this.#items) {
      if (!wanted.seenBy.includes(userId)) continue;
      const found = rows.filter((row) => row.uuid === uuid);
      const [row] = found;
      if (row === undefined) fault('I1', uuid, 'lost, the server does not have it');
      else this.#compare(row, wanted, (invariant, what) => fault(invariant, uuid, what));
      if (found.length > 1) fault('I2', uuid, `doubled, the server has it ${found.length} times`);
    }
    for (const { uuid } of rows) {
      if (!this.#items.has(uuid)) fault('I3', uuid, 'doubled, no device made this one');
    }
    const expected = textsOf(atServer);
    for (const device of onDevices) {
      const shown = textsOf(device);
      for (const [uuid, text] of expected) {
        if (shown.get(uuid) !== text)
          fault('I7', uuid, 'a device shows another one than the server has');
      }
      for (const uuid of shown.keys()) {
        if (!expected.has(uuid)) fault('I6', uuid, 'a device shows it and the server does not');
      }
    }
    return faults;
  }

  #compare(
    row: LedgerItem,
    wanted: Wanted,
    fault: (invariant: string, what: string) => void,
  ): void {
    const acknowledged = wanted.acknowledged.size;
    if (acknowledged === 0) fault('I1', 'a confirmed change was never acknowledged');
    if (row.title !== wanted.title || row.status !== wanted.status) {
      fault('I1', 'a change is lost, the server has an older value');
    }
    const version = row.version ?? 0;
    if (version < acknowledged) {
      fault('I1', `a change is lost, ${acknowledged} acknowledged and ${version} applied`);
    }
    if (version > acknowledged) {
      fault('I3', `a change is doubled, ${acknowledged} acknowledged and ${version} applied`);
    }
  }

  #isOwn(title: string): boolean {
    return title.startsWith(this.#mark);
  }
}

function textsOf(rows: readonly LedgerItem[]): ReadonlyMap<string, string> {
  return new Map(
    rows.map(({ uuid, title, status, version }) => [
      uuid,
      JSON.stringify([title, status, version]),
    ]),
  );
}
