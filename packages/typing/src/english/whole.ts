import type { Span } from '../typed-token.ts';
import { countWords, dayPart, monthNames, weekdayNames } from './words.ts';

/** Words that name a day, a time or a number. */
const moment = `(?:(?:the\\s+)?\\d|${weekdayNames}\\b|${monthNames}\\b|next\\b|this\\b|to(?:day|night|morrow)\\b|noon\\b|midnight\\b|(?:${dayPart})\\b|end\\b|every\\b)`;

/**
 * Text after a phrase that belongs to it but was not recognised with it: 'friday to sunday', 'every day
 * except friday'.
 */
const goesOnAfter = new RegExp(
  [
    '^\\s*[-–—]\\s*\\d',
    `^\\s+[-–—]\\s+${moment}`,
    '^\\s+(?:until|till?|through|thru|starting|beginning|ending|ends|except|excluding|unless|but\\s+not|ago)\\b',
    `^,?\\s+(?:to|from|and|or|of|on)\\s+(?:the\\s+(?:first|second|third|last|same)\\b|day\\b|${moment})`,
    '^\\s+of\\b',
    `^\\s+for\\s+(?:${countWords}\\s+(?:more\\s+)?(?:times|(?:day|night|week|month|year)s?)\\b|\\d+\\s*$|the\\s+next)`,
    `^\\s+(?:between|before|after)\\s+${moment}`,
    // A number that belongs to no noun: '3-5pm', but not '5 people'.
    "^,?\\s+['’]?\\d[\\d.:]*(?:\\s*[-–]\\s*\\d|\\s*$|\\s+(?:to|or|and)\\b)",
    `^,?\\s+(?:${weekdayNames}|next\\s+(?:week|month)|weeks?|(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th))(?=$|[\\s,.;!?])`,
    '^\\s+at\\s+(?:half|quarter|\\d)',
    '^\\s+@\\s*\\d',
    '^,?\\s+(?:at\\s+)?(?:about|around)\\s+\\d',
    '^\\s*-\\p{L}',
  ].join('|'),
  'iu',
);

/**
 * A number that may be an hour, but not a numbering: 'call mum 10 tomorrow', but not 'chapter 10 tomorrow'.
 */
const numberBefore =
  '(?<!(?:^|\\s)(?:bus|chapter|day|episode|exercise|flat|floor|flight|gate|grade|house|lesson|level|line|no\\.?|number|page|part|phase|platform|room|section|seat|sprint|step|table|task|team|terminal|unit|version|week)\\s)(?<=\\s)(?:[1-9]|1[0-2])\\s+$';

/**
 * Text before a phrase that belongs to it but was not recognised with it: 'between monday and', 'the week
 * of'.
 */
const goesOnBefore = new RegExp(
  `(?:^|\\s)(?:${[
    'after|and|about|before|between|except|from|like|or|past|since|starting|than|through|thru|till?|to|until|of',
    'every!?|each|twice|times|hours?|half|quarter',
    'first|second|third|fourth|fifth|last|early|late|mid|beginning|start|end|week\\s+of',
    'black|good|fat|cyber|casual|palm|easter|ash|super|taco|throwback|ruby|girl',
    `(?:${weekdayNames}|next\\s+(?:week|month)|in\\s+\\d+\\s+weeks?),?(?:\\s+on)?`,
  ].join('|')})\\s+$|[-–]\\s*$|${numberBefore}`,
  'iu',
);

/** Words between two phrases that belong together: 'tomorrow, at 5'. */
const between = /^[\s,]*$/;

/** Whether two found phrases of a text are next to each other. */
export function areSideBySide(text: string, one: Span, next: Span): boolean {
  return between.test(text.slice(one.end, next.start));
}

/**
 * Whether the sentence around a phrase, or around several side by side, continues with words that belong to
 * it.
 */
export function isPartOfMore(text: string, { start, end }: Span): boolean {
  return goesOnBefore.test(text.slice(0, start)) || goesOnAfter.test(text.slice(end));
}
