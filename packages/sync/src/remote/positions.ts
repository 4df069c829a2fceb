import { maxPositions } from '@foray/contract';
import type { Position } from '@foray/contract';
import type { ReadTransaction } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** An answer, with its position and the positions that its call carried. */
export interface FeedAnswer<T> {
  readonly body: T;
  readonly position: Position | null;
  readonly carried: readonly Position[];
}

interface Held extends Position {
  readonly place: number;
}

/** All positions of this device, the most recently received last. */
async function heldPositions(tx: ReadTransaction): Promise<readonly Held[]> {
  const rows = await tx.metaOf('position');
  return rows
    .map(({ id, value: { head, place = 0 } }) => ({ run: id, head, place }))
    .toSorted((a, b) => a.place - b.place);
}

function toSend(held: readonly Held[]): readonly Position[] {
  return held.slice(-maxPositions).map(({ run, head }) => ({ run, head }));
}

/** The head of the server's feed in its last answer; null before the first one. */
export async function readHead(tx: ReadTransaction): Promise<number | null> {
  return (await heldPositions(tx)).at(-1)?.head ?? null;
}

/**
 * The positions that a call sends: for the most recent runs of the server's database, the head that this
 * device has received. Once those are confirmed, later calls send the others.
 */
export async function readPositions(tx: ReadTransaction): Promise<readonly Position[]> {
  return toSend(await heldPositions(tx));
}

/**
 * Stores the position of an answer, in the transaction that applies the answer. The server has checked the
 * positions of the call, so this one replaces those that have not grown since; within a run the greatest
 * stays. Returns the positions for the next call.
 */
export async function keepPosition(
  unit: UnitOfWork,
  { position, carried }: FeedAnswer<unknown>,
): Promise<readonly Position[]> {
  let held = await heldPositions(unit.tx);
  if (position === null) return toSend(held);
  const { run, head } = position;
  for (const { run: answered, head: reached } of carried) {
    if (answered === run || !held.some((one) => one.run === answered && one.head === reached))
      continue;
    held = held.filter((one) => one.run !== answered);
    await unit.tx.deleteMeta('position', answered);
  }
  const known = held.find((one) => one.run === run);
  if (known === undefined || known.head < head) {
    const place = (held.at(-1)?.place ?? 0) + 1;
    held = [...held.filter((one) => one !== known), { run, head, place }];
    await unit.tx.putMeta('position', run, { head, place });
  }
  return toSend(held);
}
