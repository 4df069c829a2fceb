import { addDays } from '@foray/domain';
import { readDays } from './day-words.ts';
import { mask, maskUnread } from './masked-text.ts';
import { readLabels, readNames, readPriorities } from './name-words.ts';
import { readRepeats } from './repeat-words.ts';
import { readTimes, withDayPart } from './time-words.ts';
import type {
  FoundToken,
  TypedReading,
  TokenKind,
  TypedToken,
  TypingContext,
} from './typed-token.ts';

/**
 * Reads the typed title of an item: its dates, times, rule, labels, priority, people and campaign, and the
 * title without them. Words in quotes, addresses, and words in `asText` are never read. The title is never
 * emptied: its last words stay text then.
 */
export function readTyped(text: string, context: TypingContext): TypedReading {
  let tokens = findTokens(text, context);
  let title = titleOf(text, tokens);
  while (title === '' && tokens.length > 0) {
    tokens = tokens.slice(0, -1);
    title = titleOf(text, tokens);
  }
  return { title, tokens, due: dueOf(tokens, context) };
}

/** The functions that find the words of each kind in a masked text. */
type Finders = { readonly [K in TokenKind]: (text: string) => readonly FoundToken<K>[] };

function findTokens(text: string, context: TypingContext): readonly TypedToken[] {
  const finders: Finders = {
    repeat: (left) => readRepeats(left, context),
    label: (left) => readLabels(left, context.labels, context.given),
    priority: readPriorities,
    assignee: (left) =>
      readNames(
        left,
        '@',
        context.people.map(({ id, name }) => ({ value: id, name })),
        true,
      ),
    campaign: (left) => {
      const named = context.campaigns.map(({ uuid, title }) => ({ value: uuid, name: title }));
      return readNames(left, '/', named, false);
    },
    date: (left) => {
      const days = readDays(left, context);
      // Times are not read, so the part of a day would stay behind as a word without a meaning.
      return context.kinds.has('time') ? days : days.map((day) => withDayPart(left, day));
    },
    time: (left) => readTimes(left, context, text),
  };
  let left = maskUnread(text, context.asText);
  const tokens: TypedToken[] = [];
  // Longer words come first: 'every friday' contains a date, and a time may follow a date.
  for (const kind of Object.keys(finders) as TokenKind[]) {
    if (!context.kinds.has(kind)) continue;
    const found: readonly FoundToken<TokenKind>[] = finders[kind](left);
    const chosen = kind === 'label' ? found : found.slice(-1);
    left = mask(left, chosen);
    for (const { start, end, value } of chosen) {
      tokens.push({ kind, start, end, text: text.slice(start, end), value } as TypedToken);
    }
  }
  return tokens.sort((a, b) => a.start - b.start);
}

const emptyBrackets = /\s*(?:\(\s*\)|\[\s*\])/u;

/** The text without the tokens and the punctuation that belonged to them. */
function titleOf(text: string, tokens: readonly TypedToken[]): string {
  let [title, place] = ['', 0];
  for (const { start, end } of [...tokens, { start: text.length, end: text.length }]) {
    const part = text.slice(place, start);
    const isFirst = title.trim() === '' && place > 0;
    // Punctuation after removed words moves to the words before them.
    if (/^[.,;:!?]/.test(part)) title = title.trimEnd();
    title += isFirst ? part.replace(/^[\s,;:–-]+/u, '') : part;
    place = end;
  }
  const isCutAtEnd = tokens.at(-1)?.end === text.trimEnd().length;
  const whole = isCutAtEnd ? title.replace(/[\s,;:–-]+$/u, '') : title;
  // Brackets around removed words are removed, too: 'Dinner (tomorrow)'.
  const kept = emptyBrackets.test(text) ? whole : whole.replace(emptyBrackets, '');
  return kept.replace(/\s+/gu, ' ').trim();
}

function dueOf(tokens: readonly TypedToken[], { today, now, due }: TypingContext): string | null {
  if (due !== null) return due;
  let [rule, time]: [string | null, string | null] = [null, null];
  for (const token of tokens) {
    if (token.kind === 'date') return token.value;
    if (token.kind === 'repeat') rule = token.value.first;
    if (token.kind === 'time') time = token.value;
  }
  if (rule !== null || time === null) return rule;
  return time <= now ? addDays(today, 1) : today;
}
