import { maxPositions } from '@foray/contract';
import type { Position } from '@foray/contract';
import type { ReadTransaction } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** A response, with its position and the positions that its call carried. */
export interface FeedAnswer<T> {
  readonly body: T;
  readonly position: Position | null;
  readonly carried: readonly Position[];
}

interface StoredPosition extends Position {
  readonly place: number;
}

/** All positions of this device, the most recently received last. */
async function storedPositions(tx: ReadTransaction): Promise<readonly StoredPosition[]> {
  const rows = await tx.metaOf('position');
  return rows
    .map(({ id, value: { head, place = 0 } }) => ({ run: id, head, place }))
    .toSorted((a, b) => a.place - b.place);
}

function toSend(stored: readonly StoredPosition[]): readonly Position[] {
  return stored.slice(-maxPositions).map(({ run, head }) => ({ run, head }));
}

/** The head of the server's feed in its last response; null before the first one. */
export async function readHead(tx: ReadTransaction): Promise<number | null> {
  return (await storedPositions(tx)).at(-1)?.head ?? null;
}

/**
 * The positions that a call sends: for the most recent runs of the server's database, the head that this
 * device has received. Once those are confirmed, later calls send the others.
 */
export async function readPositions(tx: ReadTransaction): Promise<readonly Position[]> {
  return toSend(await storedPositions(tx));
}

/**
 * Stores the position of a response, in the transaction that applies the response. The server has checked the
 * positions of the call, so this one replaces those that have not increased since; within a run the greatest
 * stays. Returns the positions for the next call.
 */
export async function keepPosition(
  unit: UnitOfWork,
  { position, carried }: FeedAnswer<unknown>,
): Promise<readonly Position[]> {
  let stored = await storedPositions(unit.tx);
  if (position === null) return toSend(stored);
  const { run, head } = position;
  for (const { run: answered, head: reached } of carried) {
    if (answered === run || !stored.some((one) => one.run === answered && one.head === reached))
      continue;
    stored = stored.filter((one) => one.run !== answered);
    await unit.tx.deleteMeta('position', answered);
  }
  const known = stored.find((one) => one.run === run);
  if (known === undefined || known.head < head) {
    const place = (stored.at(-1)?.place ?? 0) + 1;
    stored = [...stored.filter((one) => one !== known), { run, head, place }];
    await unit.tx.putMeta('position', run, { head, place });
  }
  return toSend(stored);
}
