import { readFileSync } from 'node:fs';
import { readTyped } from './read-typed.ts';
import { friday } from './testing/typing-context.ts';
import type { TokenKind, TypingContext } from './typed-token.ts';

interface PhraseLine {
  readonly line: number;
  readonly text: string;
  readonly meaning: string;
  readonly context: TypingContext;
}

const timed: ReadonlySet<TokenKind> = new Set<TokenKind>(['date', 'time', 'repeat']);

/** The lines of the table, each with the moment and place in which it is typed. */
function phraseLines(): readonly PhraseLine[] {
  const table = readFileSync(new URL('./testing/phrases.txt', import.meta.url), 'utf8');
  let context: TypingContext = friday;
  return table.split('\n').flatMap((line, place) => {
    if (line.startsWith('@ ')) {
      const [today = '', now = '', locale = ''] = line.slice(2).split(' ');
      context = { ...friday, today, now, locale };
    }
    const [text, meaning] = line.startsWith('# ') ? [] : line.split(' => ');
    return text === undefined || meaning === undefined
      ? []
      : [{ line: place + 1, text, meaning, context }];
  });
}

/** The meaning of a text in the form of the table. */
function meaningOf(text: string, context: TypingContext): string {
  const { title, tokens, due } = readTyped(text, context);
  if (!tokens.some(({ kind }) => timed.has(kind))) return '=';
  const time = tokens.find((token) => token.kind === 'time')?.value;
  const repeat = tokens.find((token) => token.kind === 'repeat')?.value;
  const moment = [due, time].filter((part) => part !== undefined).join(' ');
  if (repeat === undefined) return `${title} | ${moment}`;
  return `${title} | ${moment} | ${repeat.rule}${repeat.from === 'completion' ? ' !' : ''}`;
}

test('[TYPE-01] [TYPE-02] [TYPE-04] [TYPE-15] each phrase of the table has its meaning', () => {
  const lines = phraseLines();
  const wrong = lines.flatMap(({ line, text, meaning, context }) => {
    const read = meaningOf(text, context);
    return read === meaning ? [] : [`${line}: ${text} => ${read}, not ${meaning}`];
  });
  expect(wrong).toEqual([]);
  expect(lines.length).toBeGreaterThan(900);
});
