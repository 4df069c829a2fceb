import { expect, test } from 'vitest';
import { keptWordsAt } from './masked-text.ts';
import { readTyped } from './read-typed.ts';
import { friday } from './testing/typing-context.ts';
import type { TypingContext } from './typed-token.ts';

/** The result in one line: 'Call mum | date 2026-11-28, time 17:00'. */
function read(text: string, context: Partial<TypingContext> = {}): string {
  const { title, tokens } = readTyped(text, { ...friday, ...context });
  const said = tokens.map(({ kind, value }) => {
    if (typeof value !== 'object') return `${kind} ${value}`;
    return `${kind} ${value.rule} from ${value.first}${value.from === 'due' ? '' : ' by completion'}`;
  });
  return said.length === 0 ? title : `${title} | ${said.join(', ')}`;
}

test.each([
  ['Call mum today', 'Call mum | date 2026-11-27'],
  ['Call mum tomorrow', 'Call mum | date 2026-11-28'],
  ['Tomorrow, call mum', 'call mum | date 2026-11-28'],
  ['call mum TOMORROW!', 'call mum! | date 2026-11-28'],
  ['Dinner (tomorrow) with Bo', 'Dinner with Bo | date 2026-11-28'],
  ['Call main() tomorrow', 'Call main() | date 2026-11-28'],
  ['call mum tmr', 'call mum | date 2026-11-28'],
  ['Go out tonight', 'Go out | date 2026-11-27'],
  ['Pay the day after tomorrow', 'Pay | date 2026-11-29'],
  ['Send report fri', 'Send report | date 2026-12-04'],
  ['Send report mon', 'Send report | date 2026-11-30'],
  ['Send report by Friday', 'Send report | date 2026-12-04'],
  ['Send report this friday', 'Send report | date 2026-11-27'],
  ['Send report on tues', 'Send report | date 2026-12-01'],
  ['Send wed the report', 'Send wed the report'],
  ['Dinner sat', 'Dinner | date 2026-11-28'],
  ['Dinner sun 7pm', 'Dinner | date 2026-11-29, time 19:00'],
  ['Slides for monday #Work', 'Slides | date 2026-11-30, label Work'],
  ['Report next friday', 'Report | date 2026-12-04'],
  ['Report next monday', 'Report | date 2026-11-30'],
  ['Gift 24 dec', 'Gift | date 2026-12-24'],
  ['Gift Dec 24', 'Gift | date 2026-12-24'],
  ['Gift 24th of December', 'Gift | date 2026-12-24'],
  ['Gift 24 December 2027', 'Gift | date 2027-12-24'],
  ['Gift dec 24, 2027', 'Gift | date 2027-12-24'],
  ['Tax return 31 jan', 'Tax return | date 2027-01-31'],
  ['Trip 5 may', 'Trip | date 2027-05-05'],
  ['Trip on may 5', 'Trip | date 2027-05-05'],
  ['Ship 2026-12-01', 'Ship | date 2026-12-01'],
  ['Ship 3/4/2027', 'Ship | date 2027-04-03'],
  ['Ship 24.12.2026', 'Ship | date 2026-12-24'],
  ['Renew in 3 weeks', 'Renew | date 2026-12-18'],
  ['Renew in a week', 'Renew | date 2026-12-04'],
  ['Renew in two days', 'Renew | date 2026-11-29'],
  ['Renew in 1 month', 'Renew | date 2026-12-27'],
  ['Renew in 2 years', 'Renew | date 2028-11-27'],
  ['Renew 3 days from now', 'Renew | date 2026-11-30'],
  ['Plan next week', 'Plan | date 2026-11-30'],
  ['Plan next month', 'Plan | date 2026-12-01'],
  ['Plan next year', 'Plan | date 2027-01-01'],
  ['Garden this weekend', 'Garden | date 2026-11-28'],
  ['Garden next weekend', 'Garden | date 2026-12-05'],
  ['Invoice end of month', 'Invoice | date 2026-11-30'],
  ['Rent on the 1st', 'Rent | date 2026-12-01'],
  ['Rent by the 28th', 'Rent | date 2026-11-28'],
])('[TYPE-01] a date is read: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['Call mum tomorrow 5pm', 'Call mum | date 2026-11-28, time 17:00'],
  ['Call mum tomorrow at 5', 'Call mum | date 2026-11-28, time 17:00'],
  ['Call mum at 17:30 tomorrow', 'Call mum | time 17:30, date 2026-11-28'],
  ['Call mum 5:30 pm', 'Call mum | time 17:30'],
  ['Call mum 12am', 'Call mum | time 00:00'],
  ['Call mum at 9', 'Call mum | time 09:00'],
  ['Stand-up 9:15', 'Stand-up | time 09:15'],
  ['Lunch at noon', 'Lunch | time 12:00'],
  ["Tea 4 o'clock", 'Tea | time 16:00'],
  ['Call mum tomorrow morning', 'Call mum | date 2026-11-28, time 09:00'],
  ['Film friday evening', 'Film | date 2026-12-04, time 19:00'],
  ['Dinner tomorrow night 5 people', 'Dinner 5 people | date 2026-11-28, time 21:00'],
  ['Film tomorrow evening at 8', 'Film | date 2026-11-28, time 20:00'],
  ['Film tomorrow evening 8:30pm', 'Film | date 2026-11-28, time 20:30'],
  ['Call mum tomorrow morning at 10', 'Call mum | date 2026-11-28, time 10:00'],
  ['Call mum tomorrow in the morning', 'Call mum | date 2026-11-28, time 09:00'],
  ['Film tonight at 8', 'Film | date 2026-11-27, time 20:00'],
  ['Film at 8:30 tonight', 'Film | time 20:30, date 2026-11-27'],
  ['Film tonight 11am', 'Film | date 2026-11-27, time 11:00'],
  ['Oven in 30 minutes', 'Oven | time 12:30'],
  ['Oven in an hour', 'Oven | time 13:00'],
])('[TYPE-01] a time is read: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['every day', 'FREQ=DAILY', '2026-11-27'],
  ['every other day', 'FREQ=DAILY;INTERVAL=2', '2026-11-27'],
  ['every three days', 'FREQ=DAILY;INTERVAL=3', '2026-11-27'],
  ['every 3rd day', 'FREQ=DAILY;INTERVAL=3', '2026-11-27'],
  ['every week', 'FREQ=WEEKLY', '2026-11-27'],
  ['every 2 weeks', 'FREQ=WEEKLY;INTERVAL=2', '2026-11-27'],
  ['every weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-27'],
  ['every weekend', 'FREQ=WEEKLY;BYDAY=SA,SU', '2026-11-28'],
  ['every friday', 'FREQ=WEEKLY;BYDAY=FR', '2026-11-27'],
  ['every other friday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', '2026-11-27'],
  ['every sat', 'FREQ=WEEKLY;BYDAY=SA', '2026-11-28'],
  ['every mon, wed and fri', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', '2026-11-27'],
  ['every fri and mon', 'FREQ=WEEKLY;BYDAY=MO,FR', '2026-11-27'],
  ['every 2 weeks on monday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-11-30'],
  ['every two weeks on monday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-11-30'],
  ['every month', 'FREQ=MONTHLY', '2026-11-27'],
  ['every 3 months', 'FREQ=MONTHLY;INTERVAL=3', '2026-11-27'],
  ['every 15th', 'FREQ=MONTHLY;BYMONTHDAY=15', '2026-12-15'],
  ['every 1st and 15th', 'FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-12-01'],
  ['every month on the 31st', 'FREQ=MONTHLY;BYMONTHDAY=31', '2026-12-31'],
  ['every last day of the month', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30'],
  ['every last friday of the month', 'FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27'],
  ['every first monday', 'FREQ=MONTHLY;BYDAY=1MO', '2026-12-07'],
  ['every 2 months on the second tuesday', 'FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU', '2026-12-08'],
  ['every year', 'FREQ=YEARLY', '2026-11-27'],
  ['every 24 december', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', '2026-12-24'],
  ['every dec 24th', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', '2026-12-24'],
  ['every 29 feb', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29'],
  ['every friday until 24 dec', 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20261224', '2026-11-27'],
  ['every day for 5 times', 'FREQ=DAILY;COUNT=5', '2026-11-27'],
  ['every day x5', 'FREQ=DAILY;COUNT=5', '2026-11-27'],
  ['every! 3 days', 'FREQ=DAILY;INTERVAL=3', '2026-11-27 by completion'],
  ['every 3 days after completion', 'FREQ=DAILY;INTERVAL=3', '2026-11-27 by completion'],
  ['every! week x3', 'FREQ=WEEKLY;COUNT=3', '2026-11-27 by completion'],
  ['ev mon', 'FREQ=WEEKLY;BYDAY=MO', '2026-11-30'],
])('[TYPE-02] a rule is read: %s', (words, rule, first) => {
  expect(read(`Water plants ${words}`)).toBe(`Water plants | repeat ${rule} from ${first}`);
});

test.each([
  ['Run every morning', 'Run | repeat FREQ=DAILY from 2026-11-27, time 09:00'],
  ['Run every morning at 6', 'Run | repeat FREQ=DAILY from 2026-11-27, time 06:00'],
  [
    'Read every! evening at 8',
    'Read | repeat FREQ=DAILY from 2026-11-27 by completion, time 20:00',
  ],
])('[TYPE-02] a part of every day is a rule and a time: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['Paint #home', 'Paint | label Home'],
  ['Paint #garden, #Home', 'Paint | label garden, label Home'],
  ['Paint #"next year" walls', 'Paint walls | label next year'],
  ['Paint #a #A #b', 'Paint #A | label a, label b'],
  [`Paint #${'x'.repeat(40)}`, `Paint | label ${'x'.repeat(40)}`],
  [`Paint #${'x'.repeat(41)}`, `Paint #${'x'.repeat(41)}`],
  // Counted as when labels are read: a letter of two units counts as two.
  [`Paint #${'𝒳'.repeat(21)}`, `Paint #${'𝒳'.repeat(21)}`],
  ['Fix #12', 'Fix #12'],
  ['Learn C# soon', 'Learn C# soon'],
  ['Sink !high', 'Sink | priority high'],
  ['Sink !1', 'Sink | priority high'],
  ['Sink !2', 'Sink | priority medium'],
  ['!low Sink', 'Sink | priority low'],
  ['Sink!1', 'Sink!1'],
  ['Sink !4', 'Sink !4'],
  ['Wow !!', 'Wow !!'],
  ['Paint @sam', 'Paint | assignee 2'],
  ['Paint @lee walls', 'Paint walls | assignee 2'],
  ['Paint @sam lee', 'Paint | assignee 2'],
  ['Paint @zoe sam', 'Paint | assignee 1001'],
  ['Paint @mar', 'Paint | assignee 3'],
  ['Paint @peter', 'Paint @peter'],
  ['Paint @ sam', 'Paint @ sam'],
  ['Mail sam@example.org', 'Mail sam@example.org'],
  ['Sink /kit', 'Sink | campaign kit'],
  ['Sink /kitchen renovation', 'Sink | campaign kitchen'],
  ['Sink /spring 2027', 'Sink | campaign spring'],
  ['Sink /renovation', 'Sink /renovation'],
  ['Sink and/kit', 'Sink and/kit'],
  ['Read /etc/kit', 'Read /etc/kit'],
])('[TYPE-03] labels, priorities, people and campaigns are read: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  'Ship v2.5 of the app',
  'Update to 12.30',
  'We may call',
  'May call mum',
  'Buy sun cream',
  'Look at the sun',
  'Fix sat nav',
  'Mar the paint',
  'march on',
  'March 3 miles',
  'may 5 people come',
  'Use 1/2 cup of flour',
  'Support 24/7',
  'Call 555-1234',
  'Call +44 20 7946 0958',
  'Costs $5.30 each',
  'Costs 12:345',
  'Wait a second',
  'Take the second one',
  'Buy 5 apples',
  'Meet at 5 Main Street',
  'Go to the 2nd floor',
  'Lamp on the 2nd floor',
  'See https://example.org/tomorrow',
  'See www.example.org/24-12-2026/fri',
  'Mail today@example.org',
  "Review today's notes",
  "Read friday's paper",
  'Black Friday sale',
  'Book about 2001-09-11',
  'Book 2001-09-11',
  'Invoice of 24.12.2020',
  'Ship 26/11/2026',
  'Book 31 feb',
  'Notes of last week',
  'Notes from monday',
  'Finish before friday',
  '3 days ago',
  'Budget for next year',
  'Run 5k',
  'Read 5m',
  'Office 9-5',
  'Call 5-6pm',
  'Move meeting to friday',
  'Everyone knows',
  'Try every time',
  'Eat every apple',
  'Eat every 0 days',
  'Eat every day x0',
  'Eat every 31 feb',
  'Create monthly report',
  'Play "tomorrow never dies"',
  'Sing "see you tomorrow my love" again',
  'Read “his girl friday, and more”',
  'Write “every friday” on it',
  'December plans',
  'Read it now',
  'Score 3:1',
  'Room 25:70',
  'Repaint 17pm',
  'He said: friday-ish',
])('[TYPE-04] text stays text: %s', (text) => {
  expect(read(text)).toBe(text);
});

test.each([
  ['a month that is shorter', '2027-01-31', 'Pay in 1 month', '2027-02-28'],
  ['the month that follows', '2027-01-31', 'Pay next month', '2027-02-01'],
  ['the end of a year', '2026-12-31', 'Pay tomorrow', '2027-01-01'],
  ['a day of a month that has passed', '2026-12-31', 'Pay 30 dec', '2027-12-30'],
  ['a leap day', '2028-02-28', 'Pay tomorrow', '2028-02-29'],
  ['a leap day by its name', '2028-01-10', 'Pay 29 feb', '2028-02-29'],
  ['the end of a leap February', '2028-02-10', 'Pay end of month', '2028-02-29'],
  ['the day of a month that the next one lacks', '2027-01-31', 'Pay on the 30th', '2027-03-30'],
  ['a Sunday before Monday', '2026-11-29', 'Pay mon', '2026-11-30'],
  ['next week on a Sunday that ends one', '2026-11-29', 'Pay next week', '2026-11-30'],
  ['this weekend on a Sunday', '2026-11-29', 'Pay this weekend', '2026-11-29'],
  ['this weekend on a Saturday', '2026-11-28', 'Pay this weekend', '2026-11-28'],
  ['the name of this very day', '2026-11-29', 'Pay sunday', '2026-12-06'],
])('[TYPE-01] the calendar: %s', (_, today, text, day) => {
  expect(read(text, { today })).toBe(`Pay | date ${day}`);
});

test('[TYPE-01] a week may begin on Sunday, and a month may be written before its day', () => {
  const context = { today: '2026-11-29', weekStartsOn: 0, locale: 'en-US' };
  expect(read('Pay next week', context)).toBe('Pay | date 2026-12-07');
  expect(read('Pay 3/4/2027', context)).toBe('Pay | date 2027-03-04');
});

test.each([
  ['Call mum tomorrow 5pm', '2026-11-28'],
  ['Call mum 5pm', '2026-11-27'],
  ['Call mum 11am', '2026-11-28'],
  ['Call mum every monday', '2026-11-30'],
  ['Call mum every monday starting 14 dec', '2026-12-14'],
  ['Call mum #home', null],
])('[TYPE-05] the item is due on the day that the words mean: %s', (text, due) => {
  expect(readTyped(text, friday).due).toBe(due);
});

test.each([
  ['Move it monday or tuesday', 'Move it monday or | date 2026-12-01'],
  ['Sink !1 !3', 'Sink !1 | priority low'],
  ['Sink @sam @alex', 'Sink @sam | assignee 1'],
  ['Water every day every week', 'Water every day | repeat FREQ=WEEKLY from 2026-11-27'],
])('[TYPE-05] the last word of each kind counts: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['tomorrow', 'tomorrow'],
  ['tomorrow #home', '#home | date 2026-11-28'],
  ['  #home  ', '#home'],
  ['', ''],
])('[TYPE-06] words that leave no title stay text: "%s"', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test('[TYPE-04] kinds that are not offered stay text, with all their words', () => {
  expect(read('Call every friday 5pm #home', { kinds: new Set(['date']) })).toBe(
    'Call every friday 5pm #home',
  );
  expect(read('Call tomorrow 5pm', { kinds: new Set(['date']) })).toBe(
    'Call 5pm | date 2026-11-28',
  );
});

test.each(['Call 2026-12-24', 'Paint #self-care', 'Ring (tomorrow-ish) on fri'])(
  '[TYPE-08] a token with a hyphen or a bracket can be made text: %s',
  (text) => {
    const { tokens } = readTyped(text, friday);
    expect(tokens).not.toEqual([]);
    const asText = tokens.map((token) => keptWordsAt(text, token));
    expect(read(text, { asText })).toBe(text);
  },
);

test('[TYPE-08] words that were made text again stay so while the text around them changes', () => {
  const text = 'Fri nights fri';
  const { tokens } = readTyped(text, friday);
  expect(tokens).toMatchObject([{ start: 11, end: 14, text: 'fri' }]);
  const asText = tokens.map((token) => keptWordsAt(text, token));
  expect(asText).toEqual([{ text: 'fri', nth: 1 }]);
  expect(read('Fri nights fri', { asText })).toBe('nights fri | date 2026-12-04');
  expect(read('Fri nights fri with sam tomorrow', { asText })).toBe(
    'Fri nights fri with sam | date 2026-11-28',
  );
  expect(read('Fri nights friday', { asText })).toBe('Fri nights | date 2026-12-04');
  expect(read('Swim every friday', { asText: [{ text: 'every friday', nth: 0 }] })).toBe(
    'Swim every friday',
  );
});

test('[TYPE-13] without a time field the part of a day belongs to its date, and a time stays text', () => {
  const kinds = new Set(friday.kinds);
  kinds.delete('time');
  const titleOf = (text: string) => readTyped(text, { ...friday, kinds }).title;
  expect(titleOf('Sail tomorrow morning')).toBe('Sail');
  expect(titleOf('Sail friday in the evening, north')).toBe('Sail, north');
  expect(titleOf('Sail tomorrow 5pm')).toBe('Sail 5pm');
});

test('[TYPE-13] the day set beside the title decides when the item is due', () => {
  const given = { ...friday, due: '2030-01-05' };
  expect(readTyped('Call mum 5pm', given).due).toBe('2030-01-05');
  expect(readTyped('Call mum every friday', given).due).toBe('2030-01-05');
});

test('[TYPE-13] labels are read only up to an item’s maximum, with those set beside the title', () => {
  const given = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const { title, tokens } = readTyped('Call #A #one #two', { ...friday, given });
  expect(tokens.map(({ value }) => value)).toEqual(['A', 'one']);
  expect(title).toBe('Call #two');
});
