/**
 * A stretch of a text: in both versions, only in this version, or left out because nothing changed there.
 */
export interface Stretch {
  readonly kind: 'same' | 'only' | 'gap';
  readonly text: string;
}

/** A larger table of words would take longer than a frame; the changed part is one stretch then. */
const maxCells = 1_000_000;
/** The amount of unchanged text shown around a change. */
const contextChars = 60;

/**
 * `mine` in stretches that show where it differs from `theirs`, word by word. Long unchanged stretches are
 * cut.
 */
export function differenceOf(mine: string, theirs: string): readonly Stretch[] {
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
  return shorten(
    joined([{ kind: 'same', text: before }, ...middle, { kind: 'same', text: after }]),
  );
}

function textOf(text: string): readonly string[] {
  return text.match(/\s+|\S+/gu) ?? [];
}

/** The words of `a`, marked by the longest common subsequence with `b`. */
function middleOf(a: readonly string[], b: readonly string[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let i = 0;
  let j = 0;
  if (a.length * b.length <= maxCells) {
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
        stretches.push({ kind: 'same', text: a[i] ?? '' });
        i += 1;
        j += 1;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        stretches.push({ kind: 'only', text: a[i] ?? '' });
        i += 1;
      } else {
        j += 1;
      }
    }
  }
  return [...stretches, { kind: 'only', text: a.slice(i).join('') }];
}

/** Joins neighbours of one kind; a space between two changed words is part of the change. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const merged: { kind: Stretch['kind']; text: string }[] = [];
  for (const [place, { kind: own, text }] of stretches.entries()) {
    if (text === '') continue;
    const last = merged.at(-1);
    const isBridge =
      own === 'same' &&
      text.trim() === '' &&
      last?.kind === 'only' &&
      stretches[place + 1]?.kind === 'only' &&
      stretches[place + 1]?.text !== '';
    const kind = isBridge ? 'only' : own;
    if (last?.kind === kind) last.text += text;
    else merged.push({ kind, text });
  }
  return merged;
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
