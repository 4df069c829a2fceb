/** A stretch of a text: in both versions, only in this one, or left out because nothing changed there. */
export interface Stretch {
  readonly kind: 'same' | 'only' | 'gap';
  readonly text: string;
}

/** Two versions of a text, each cut into stretches. */
export interface TextDifference {
  readonly mine: readonly Stretch[];
  readonly theirs: readonly Stretch[];
}

/** The table of words is kept below what a frame can bear; beyond, the changed part is one stretch. */
const cellsMost = 1_000_000;
/** How much of what did not change stands around what did. */
const contextChars = 60;

/** Where two texts differ, by words; long stretches that are the same are cut down to what is near. */
export function differenceOf(mine: string, theirs: string): TextDifference {
  const a = textOf(mine);
  const b = textOf(theirs);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1;
  }
  const before = a.slice(0, start).join('');
  const after = end === 0 ? '' : a.slice(-end).join('');
  const middle = middleOf(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const around = (stretches: readonly Stretch[]): readonly Stretch[] =>
    shorten(joined([{ kind: 'same', text: before }, ...stretches, { kind: 'same', text: after }]));
  return { mine: around(middle.mine), theirs: around(middle.theirs) };
}

function textOf(text: string): readonly string[] {
  return text.match(/\s+|\S+/gu) ?? [];
}

/** The longest common row of words, by the table of its lengths. */
function middleOf(a: readonly string[], b: readonly string[]): TextDifference {
  const mine: Stretch[] = [];
  const theirs: Stretch[] = [];
  let i = 0;
  let j = 0;
  if (a.length * b.length <= cellsMost) {
    const wide = b.length + 1;
    const lengths = new Uint16Array((a.length + 1) * wide);
    const at = (row: number, column: number): number => lengths[row * wide + column] ?? 0;
    for (let row = a.length - 1; row >= 0; row -= 1) {
      for (let column = b.length - 1; column >= 0; column -= 1) {
        lengths[row * wide + column] =
          a[row] === b[column]
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1));
      }
    }
    while (i < a.length && j < b.length) {
      if (a[i] === b[j]) {
        mine.push({ kind: 'same', text: a[i] ?? '' });
        theirs.push({ kind: 'same', text: b[j] ?? '' });
        i += 1;
        j += 1;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        mine.push({ kind: 'only', text: a[i] ?? '' });
        i += 1;
      } else {
        theirs.push({ kind: 'only', text: b[j] ?? '' });
        j += 1;
      }
    }
  }
  mine.push({ kind: 'only', text: a.slice(i).join('') });
  theirs.push({ kind: 'only', text: b.slice(j).join('') });
  return { mine, theirs };
}

/** Neighbours of one kind as one; a space between two changed words is part of the change. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const whole: { kind: Stretch['kind']; text: string }[] = [];
  for (const [place, { kind: own, text }] of stretches.entries()) {
    if (text === '') continue;
    const last = whole.at(-1);
    const isBridge =
      own === 'same' &&
      text.trim() === '' &&
      last?.kind === 'only' &&
      stretches[place + 1]?.kind === 'only' &&
      stretches[place + 1]?.text !== '';
    const kind = isBridge ? 'only' : own;
    if (last?.kind === kind) last.text += text;
    else whole.push({ kind, text });
  }
  return whole;
}

function shorten(stretches: readonly Stretch[]): readonly Stretch[] {
  if (stretches.every(({ kind }) => kind === 'same')) return stretches;
  return stretches.flatMap((stretch, place): readonly Stretch[] => {
    const isFirst = place === 0;
    const isLast = place === stretches.length - 1;
    const kept = contextChars * (isFirst || isLast ? 1 : 2);
    if (stretch.kind !== 'same' || stretch.text.length <= kept * 1.5) return [stretch];
    const head: Stretch = { kind: 'same', text: stretch.text.slice(0, contextChars) };
    const tail: Stretch = { kind: 'same', text: stretch.text.slice(-contextChars) };
    const gap: Stretch = { kind: 'gap', text: '' };
    if (isFirst) return [gap, tail];
    return isLast ? [head, gap] : [head, gap, tail];
  });
}
