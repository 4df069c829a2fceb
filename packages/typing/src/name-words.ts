import { foldForSearch, labelMeant, maxLabelsGiven } from '@foray/domain';
import type { Priority } from '@foray/domain';
import { wordEnd, wordStart } from './masked-text.ts';
import type { FoundToken } from './typed-token.ts';

const maxLabelChars = 40;

const labelWords = new RegExp(
  `${wordStart}#(?:["“](?<quoted>[^"”]+)["”]|(?<word>[\\p{L}\\p{N}_][^\\s#"]*?))${wordEnd}`,
  'giu',
);

/**
 * The labels of a text: '#home', '#"next year"'; each once, ignoring case, and with those `given` as many as
 * a form accepts. A number is not a label: 'fix #12'.
 */
export function readLabels(
  text: string,
  known: readonly string[],
  given: readonly string[] = [],
): readonly FoundToken<'label'>[] {
  const names = new Set<string>();
  const all = new Set(given.map((label) => label.toLowerCase()));
  return [...text.matchAll(labelWords)].flatMap((match) => {
    const { quoted, word = '' } = match.groups ?? {};
    const name = (quoted ?? word).normalize('NFC').replace(/\s+/gu, ' ').trim();
    if (name === '' || name.length > maxLabelChars || /^\d+$/.test(name)) return [];
    const plainName = name.toLowerCase();
    if (names.has(plainName)) return [];
    if (!all.has(plainName) && all.size >= maxLabelsGiven) return [];
    names.add(plainName);
    all.add(plainName);
    return [
      {
        start: match.index,
        end: match.index + match[0].length,
        value: labelMeant(known, name) ?? name,
      },
    ];
  });
}

const priorityWords = new RegExp(`${wordStart}!(?<name>high|medium|low|[123])${wordEnd}`, 'giu');
const priorityOf: Readonly<Record<string, Priority>> = {
  high: 'high',
  medium: 'medium',
  low: 'low',
  '1': 'high',
  '2': 'medium',
  '3': 'low',
};

/** The priorities of a text: '!high', '!1'. */
export function readPriorities(text: string): readonly FoundToken<'priority'>[] {
  return [...text.matchAll(priorityWords)].flatMap((match) => {
    const value = priorityOf[match.groups?.['name']?.toLowerCase() ?? ''];
    if (value === undefined) return [];
    return [{ start: match.index, end: match.index + match[0].length, value }];
  });
}

/** An item or person that a text can name. */
interface Named<Value> {
  readonly value: Value;
  readonly name: string;
}

/**
 * The names after `sign` in a text. The first word may be shortened to its first two or more characters; each
 * further word must be complete. Among several names the longest match wins, then one whose first word is
 * complete, then the first given. With `anywhere` any word of the name may be the first.
 */
export function readNames<Value>(
  text: string,
  sign: '@' | '/',
  named: readonly Named<Value>[],
  anywhere: boolean,
): readonly { readonly start: number; readonly end: number; readonly value: Value }[] {
  const words = named.map(({ value, name }) => ({ value, words: wordsOf(name) }));
  const signs = new RegExp(`${wordStart}${sign}(?=[\\p{L}\\p{N}])`, 'giu');
  return [...text.matchAll(signs)].flatMap((match) => {
    const start = match.index + sign.length;
    let best: { readonly length: number; readonly isWhole: boolean; readonly value: Value } | null =
      null;
    for (const { value, words: name } of words) {
      const places = anywhere ? name.keys() : [0];
      for (const place of places) {
        const found = matchAt(text, start, name.slice(place));
        if (found === null) continue;
        const isLonger = best === null || found.length > best.length;
        const isBetter = best?.length === found.length && found.isWhole && !best.isWhole;
        if (isLonger || isBetter) best = { ...found, value };
      }
    }
    if (best === null) return [];
    return [{ start: match.index, end: start + best.length, value: best.value }];
  });
}

const word = /[\p{L}\p{N}](?:[\p{L}\p{N}'’.-]*[\p{L}\p{N}])?/uy;
const ending = new RegExp(wordEnd, 'uy');
const minBeginning = 2;

/** The number of characters at `start` that match words of a name, of which the first may be shortened. */
function matchAt(
  text: string,
  start: number,
  name: readonly string[],
): { readonly length: number; readonly isWhole: boolean } | null {
  let [end, isWhole] = [start, true];
  for (const [place, part] of name.entries()) {
    const from = place === 0 ? start : end + 1;
    if (place > 0 && text[end] !== ' ') break;
    word.lastIndex = from;
    const typed = foldForSearch(word.exec(text)?.[0] ?? '');
    ending.lastIndex = word.lastIndex;
    if (typed === '' || !ending.test(text)) break;
    if (typed !== part) {
      if (place > 0 || !part.startsWith(typed) || typed.length < minBeginning) break;
      isWhole = false;
    }
    end = word.lastIndex;
    if (!isWhole) break;
  }
  return end === start ? null : { length: end - start, isWhole };
}

function wordsOf(name: string): readonly string[] {
  return (name.match(new RegExp(word.source, 'gu')) ?? []).map(foldForSearch);
}
