import { createHash } from 'node:crypto';

/** Each day sends one of these parts, so as many days send every case. */
export const partCount = 6;

const dayMs = 86_400_000;

/** The part that an environment asks for, or the part of the day (UTC). */
export function chosenPart(asked: string | undefined, nowMs: number): number | 'all' {
  if (asked === 'all') return 'all';
  const part = asked === undefined ? Math.floor(nowMs / dayMs) % partCount : Number(asked);
  if (Number.isInteger(part) && part >= 0 && part < partCount) return part;
  throw new Error(`RIGHTS_PART is all or a number below ${partCount}, not ${asked}`);
}

/** The cases of a part. Hashes spread the senders and items evenly, whatever the order of the cases. */
export function casesOf<T>(part: number | 'all', cases: readonly T[]): readonly T[] {
  if (part === 'all') return cases;
  return cases.filter((_, index) => partOf(index) === part);
}

function partOf(index: number): number {
  return createHash('sha1').update(String(index)).digest().readUInt32BE() % partCount;
}
