import { addDays, readRepeatRule } from '@foray/domain';
import { readDays } from './english/days.ts';
import { readRepeats } from './english/rule-ends.ts';
import { readTimes, withDayPart } from './english/times.ts';
import { areSideBySide, isPartOfMore } from './english/whole.ts';
import { datedChar, mask, maskedChar, maskUnread } from './masked-text.ts';
import { readLabels, readNames, readPriorities } from './name-words.ts';
import type {
  FoundToken,
  Span,
  TypedReading,
  TokenKind,
  TypedToken,
  TypingContext,
} from './typed-token.ts';
import { firstDay } from './typed-rule.ts';

/**
 * Parses the typed title of an item: its dates, times, rule, labels, priority, people and campaign, and the
 * title without them. Words in quotes, addresses, and words in `asText` are never recognised. A phrase is
 * recognised completely or not at all: 'monday to friday' stays text. The title is never emptied: its last
 * words stay text.
 */
export function readTyped(text: string, context: TypingContext): TypedReading {
  let tokens = findTokens(text, context);
  let title = textWithout(text, tokens);
  while (title === '' && tokens.length > 0) {
    tokens = tokens.slice(0, -1);
    title = textWithout(text, tokens);
  }
  return { title, tokens, due: dueOf(tokens, context) };
}

/** The functions that find the words of each kind in a masked text. */
type Finders = { readonly [K in TokenKind]: (text: string) => readonly FoundToken<K>[] };

/** The kinds of words that say when something is due. */
const timedKinds: ReadonlySet<TokenKind> = new Set<TokenKind>(['repeat', 'date', 'time']);

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
      // Times are not recognised, so the part of a day would stay behind as a word without a meaning.
      return context.kinds.has('time') ? days : days.map((day) => withDayPart(left, day));
    },
    time: (left) => readTimes(left, context, text),
  };
  let left = maskUnread(text, context.asText);
  const tokens: TypedToken[] = [];
  // Longer phrases come first: 'every friday' contains a date, and a time may follow a date.
  for (const kind of Object.keys(finders) as TokenKind[]) {
    if (!context.kinds.has(kind)) continue;
    const found: readonly FoundToken<TokenKind>[] = finders[kind](left);
    left = mask(left, found, timedKinds.has(kind) ? datedChar : maskedChar);
    for (const token of found) {
      const words = text.slice(token.start, token.end);
      tokens.push({ kind, text: words, ...token } as TypedToken);
    }
  }
  tokens.sort((a, b) => a.start - b.start);
  return lastOfEach(withoutParts(text, tokens));
}

/**
 * The tokens without those that are a date or time only together with neighbouring words that are not
 * recognised.
 */
function withoutParts(text: string, tokens: readonly TypedToken[]): readonly TypedToken[] {
  const groups: TypedToken[][] = [];
  for (const token of tokens.filter(({ kind }) => timedKinds.has(kind))) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (last !== undefined && areSideBySide(text, last, token)) group?.push(token);
    else groups.push([token]);
  }
  const dropped = new Set(
    groups.flatMap((group) => {
      const [start, end] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
      const meant = meantTokens(group);
      const kinds = new Set(meant.map(({ kind }) => kind));
      return kinds.size < meant.length || isPartOfMore(text, { start, end }) ? group : [];
    }),
  );
  return tokens.filter((token) => !dropped.has(token));
}

/** People correct themselves by typing on: the last of each kind counts, and every label. */
function lastOfEach(tokens: readonly TypedToken[]): readonly TypedToken[] {
  return tokens.filter((token) => {
    const last = tokens.findLast(({ kind }) => kind === token.kind);
    const isItsRule = last?.isEndOfRule === true && last.value === token.value;
    return token.kind === 'label' || token === last || isItsRule;
  });
}

/** The tokens of a reading that each mean something by themselves: not the end of a rule. */
export function meantTokens(tokens: readonly TypedToken[]): readonly TypedToken[] {
  return tokens.filter(({ isEndOfRule }) => isEndOfRule !== true);
}

const emptyBrackets = /\s*(?:\(\s*\)|\[\s*\])/u;

/** The text without the tokens, in the order of the text, and the punctuation that belonged to them. */
export function textWithout(text: string, tokens: readonly Span[]): string {
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
  const date = tokens.find((token) => token.kind === 'date');
  if (date !== undefined) return date.value;
  const rule = tokens.find((token) => token.kind === 'repeat')?.value;
  const time = tokens.find((token) => token.kind === 'time');
  if (rule === undefined) {
    if (time === undefined) return null;
    return time.day ?? (time.value <= now ? addDays(today, 1) : today);
  }
  const isOver = time !== undefined && rule.first === today && time.value <= now;
  const parts = isOver && !rule.isStartTyped ? readRepeatRule(rule.rule) : null;
  return parts?.ok ? (firstDay(parts.value, addDays(today, 1)) ?? rule.first) : rule.first;
}
