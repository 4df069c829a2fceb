import { wordEnd, wordStart } from './masked-text.ts';
import type { Span } from './typed-token.ts';

/** The named groups of a match. */
export type Groups = Readonly<Record<string, string | undefined>>;

/**
 * A kind of phrase and its meaning. `null` means that the phrase is complete but has no value, so that all of
 * its words stay text; `undefined` means that a shorter phrase is tried.
 */
export interface Phrase<Context, Value> {
  readonly pattern: string;
  readonly valueOf: (groups: Groups, context: Context) => Value | null | undefined;
}

/** A phrase in a text, with the place where its own words begin, after a preposition such as 'on'. */
export interface FoundPhrase<Value> extends Span {
  readonly prefix: string;
  readonly value: Value;
}

/** Finds the longest phrase at each word of a text, each after the end of the previous one. */
export function phraseFinder<Context, Value>(
  prefix: string,
  phrases: readonly Phrase<Context, Value>[],
): (text: string, context: Context) => readonly FoundPhrase<Value>[] {
  const at = phraseAt(`${wordStart}(?<prefix>${prefix})?`, phrases);
  const starts = new RegExp(`${wordStart}(?=\\S)`, 'gu');
  return (text, context) => {
    const found: FoundPhrase<Value>[] = [];
    let end = 0;
    for (const { index } of text.matchAll(starts)) {
      const phrase = index < end ? undefined : at(text, index, context);
      if (phrase === undefined) continue;
      end = phrase.end;
      if (phrase.value !== null) found.push({ ...phrase, value: phrase.value });
    }
    return found;
  };
}

/**
 * Parses the longest phrase at a place of a text; undefined if there is none, null for one without a value.
 */
export function phraseAt<Context, Value>(
  before: string,
  phrases: readonly Phrase<Context, Value>[],
): (
  text: string,
  place: number,
  context: Context,
) => (Span & { readonly prefix: string; readonly value: Value | null }) | undefined {
  const patterns = phrases.map(({ pattern, valueOf }) => ({
    valueOf,
    pattern: new RegExp(`${before}(?:${pattern})${wordEnd}`, 'iuy'),
  }));
  return (text, place, context) => {
    const matches = patterns.flatMap(({ pattern, valueOf }) => {
      pattern.lastIndex = place;
      const match = pattern.exec(text);
      return match === null
        ? []
        : [{ end: pattern.lastIndex, groups: match.groups ?? {}, valueOf }];
    });
    for (const { end, groups, valueOf } of matches.toSorted((a, b) => b.end - a.end)) {
      const value = valueOf(groups, context);
      if (value === undefined) continue;
      return { start: place, end, prefix: groups['prefix'] ?? '', value };
    }
    return undefined;
  };
}
