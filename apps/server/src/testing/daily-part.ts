/** The number of parts, of which one runs each day. */
export const partCount = 6;

const dayMs = 86_400_000;

/** The part that an environment requests, or the part of the day (UTC). */
export function chosenPart(asked: string | undefined, nowMs: number): number | 'all' {
  if (asked === 'all') return 'all';
  const part = asked === undefined ? Math.floor(nowMs / dayMs) % partCount : Number(asked);
  if (Number.isInteger(part) && part >= 0 && part < partCount) return part;
  throw new Error(`DAILY_PART is all or a number below ${partCount}, not ${asked}`);
}

/** The cases of a part. */
export function casesOf<T>(part: number | 'all', cases: readonly T[]): readonly T[] {
  if (part === 'all') return cases;
  return cases.filter((_, index) => partOf(index) === part);
}

/**
 * The sum of the digits: of six cases in a row, each is in another part, and the parts come in a different
 * order than in the six before. So the kinds that alternate in a list are spread over all parts.
 */
function partOf(index: number): number {
  let sum = 0;
  for (let rest = index; rest > 0; rest = Math.floor(rest / partCount)) sum += rest % partCount;
  return sum % partCount;
}

/** The part of this run: `npm run test:full` runs all cases. */
export const dailyPart = chosenPart(process.env['DAILY_PART'], Date.now());

/** For the message of a failure. */
export const repeatsPart = `DAILY_PART=${dailyPart} runs these cases again`;
