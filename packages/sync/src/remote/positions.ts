import { maxPositions } from '@foray/contract';
import type { Position } from '@foray/contract';
import type { ReadTransaction } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** An answer, with where it was read and the positions that its call carried. */
export interface FeedAnswer<T> {
  readonly body: T;
  readonly position: Position | null;
  readonly carried: readonly Position[];
}

interface Held extends Position {
  readonly place: number;
}

/** All positions of this device, those it was told of last at the end. */
async function heldPositions(tx: ReadTransaction): Promise<readonly Held[]> {
  const rows = await tx.metaOf('position');
  return rows
    .map(({ id, value: { head, place = 0 } }) => ({ run: id, head, place }))
    .toSorted((a, b) => a.place - b.place);
}

function toSend(held: readonly Held[]): readonly Position[] {
  return held.slice(-maxPositions).map(({ run, head }) => ({ run, head }));
}

/** How far the server's feed was when it was last heard of; null if it never was. */
export async function readHead(tx: ReadTransaction): Promise<number | null> {
  return (await heldPositions(tx)).at(-1)?.head ?? null;
}

/**
 * What a call carries: up to where this device was told of each run of the server's database, of the
 * runs that it was told of last. Once those are answered for, the calls after carry what is left.
 */
export async function readPositions(tx: ReadTransaction): Promise<readonly Position[]> {
  return toSend(await heldPositions(tx));
}

/**
 * Takes over the position of an answer, in the write that takes over the answer itself. The server has
 * judged the positions that the call carried, so this one stands for those of them that have not grown
 * since; within a run the greatest stays. Gives what the next call carries.
 */
export async function keepPosition(
  unit: UnitOfWork,
  { position, carried }: FeedAnswer<unknown>,
): Promise<readonly Position[]> {
  let held = await heldPositions(unit.tx);
  if (position === null) return toSend(held);
  const { run, head } = position;
  for (const { run: answered, head: told } of carried) {
    if (answered === run || !held.some((one) => one.run === answered && one.head === told))
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
