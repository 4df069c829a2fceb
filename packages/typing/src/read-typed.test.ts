import { keptWordsAt } from './masked-text.ts';
import { meantTokens, readTyped } from './read-typed.ts';
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
  ['Run every morning', 'Run | repeat FREQ=DAILY from 2026-11-27, time 09:00'],
  ['Run every morning at 6', 'Run | repeat FREQ=DAILY from 2026-11-27, time 06:00'],
  [
    'Read every! evening at 8',
    'Read | repeat FREQ=DAILY from 2026-11-27 by completion, time 20:00',
  ],
])('[TYPE-02] a part of every day is parsed as a rule and a time: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['Paint #home', 'Paint | label Home'],
  ['Paint #garden, #Home', 'Paint | label garden, label Home'],
  ['Paint #garden 2030', 'Paint 2030 | label garden'],
  ['Paint #garden evening', 'Paint evening | label garden'],
  ['Paint #"next year" walls', 'Paint walls | label next year'],
  ['Paint #a #A #b', 'Paint #A | label a, label b'],
  [`Paint #${'x'.repeat(40)}`, `Paint | label ${'x'.repeat(40)}`],
  [`Paint #${'x'.repeat(41)}`, `Paint #${'x'.repeat(41)}`],
  // Counted as for parsing labels: a letter of two units counts as two.
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
])('[TYPE-03] labels, priorities, people and campaigns are parsed: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['a month that is shorter', '2027-01-31', 'Pay in 1 month', '2027-02-28'],
  ['the month that follows', '2027-01-31', 'Pay next month', '2027-02-01'],
  ['the end of a year', '2026-12-31', 'Pay tomorrow', '2027-01-01'],
  ['a day of a month that has passed', '2026-12-31', 'Pay 30 dec', '2027-12-30'],
  ['a leap day', '2028-02-28', 'Pay tomorrow', '2028-02-29'],
  ['a leap day by its name', '2028-01-10', 'Pay 29 feb', '2028-02-29'],
  ['the end of a leap February', '2028-02-10', 'Pay end of month', '2028-02-29'],
  ['a day of the month that the next month lacks', '2027-01-31', 'Pay on the 30th', '2027-03-30'],
  ['a Sunday before Monday', '2026-11-29', 'Pay mon', '2026-11-30'],
  ['next week on a Sunday, which ends the week', '2026-11-29', 'Pay next week', '2026-11-30'],
  ['this weekend on a Sunday', '2026-11-29', 'Pay this weekend', '2026-11-29'],
  ['this weekend on a Saturday', '2026-11-28', 'Pay this weekend', '2026-11-28'],
  ['the name of the current day', '2026-11-29', 'Pay sunday', '2026-12-06'],
])('[TYPE-01] the calendar is respected: %s', (_, today, text, day) => {
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
  ['Sink !1 !3', 'Sink !1 | priority low'],
  ['Sink @sam @alex', 'Sink @sam | assignee 1'],
  [
    'Water every day with Bo every week',
    'Water every day with Bo | repeat FREQ=WEEKLY from 2026-11-27',
  ],
])('[TYPE-05] the last phrase of each kind counts: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['tomorrow', 'tomorrow'],
  ['tomorrow #home', '#home | date 2026-11-28'],
  ['  #home  ', '#home'],
  ['', ''],
])('[TYPE-06] words that would leave no title stay text: "%s"', (text, expected) => {
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
  '[TYPE-08] a phrase with a hyphen or a bracket can be turned back into text: %s',
  (text) => {
    const { tokens } = readTyped(text, friday);
    expect(tokens).not.toEqual([]);
    const asText = tokens.map((token) => keptWordsAt(text, token));
    expect(read(text, { asText })).toBe(text);
  },
);

test('[TYPE-08] words that were turned back into text stay text while the text around them changes', () => {
  const text = 'Fri, nights fri';
  const { tokens } = readTyped(text, friday);
  expect(tokens).toMatchObject([{ start: 12, end: 15, text: 'fri' }]);
  const asText = tokens.map((token) => keptWordsAt(text, token));
  expect(asText).toEqual([{ text: 'fri', nth: 1 }]);
  expect(read('Fri, nights fri', { asText })).toBe('nights fri | date 2026-12-04');
  expect(read('Fri, nights fri with sam tomorrow', { asText })).toBe(
    'Fri, nights fri with sam | date 2026-11-28',
  );
  expect(read('Fri, nights friday', { asText })).toBe('Fri, nights | date 2026-12-04');
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

test('[TYPE-13] the day set in the form decides when the item is due', () => {
  const given = { ...friday, due: '2030-01-05' };
  expect(readTyped('Call mum 5pm', given).due).toBe('2030-01-05');
  expect(readTyped('Call mum every friday', given).due).toBe('2030-01-05');
});

test('[TYPE-13] labels are parsed only up to an item’s maximum, including those set in the form', () => {
  const given = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const { title, tokens } = readTyped('Call #A #one #two', { ...friday, given });
  expect(tokens.map(({ value }) => value)).toEqual(['A', 'one']);
  expect(title).toBe('Call #two');
});

test.each([
  ['Call mum every day at 9am', '2026-11-28'],
  ['Call mum every day at 2pm', '2026-11-27'],
  ['Call mum every weekday 7am', '2026-11-30'],
  ['Call mum every day at 9am starting today', '2026-11-27'],
  ['Call mum in 48 hours', '2026-11-29'],
])('[TYPE-16] the time decides on which day a rule starts: %s', (text, due) => {
  expect(readTyped(text, friday).due).toBe(due);
});

test('[TYPE-02] the end of a rule after its time belongs to the rule, and goes with it', () => {
  const text = 'Call mum every day 7am until 20 dec';
  const { title, tokens } = readTyped(text, friday);
  expect(title).toBe('Call mum');
  expect(tokens.map(({ text: words }) => words)).toEqual(['every day', '7am', 'until 20 dec']);
  expect(meantTokens(tokens).map(({ kind }) => kind)).toEqual(['repeat', 'time']);
  for (const token of tokens.filter(({ kind }) => kind === 'repeat')) {
    const asText = [keptWordsAt(text, token)];
    expect(readTyped(text, { ...friday, asText }).tokens.map(({ kind }) => kind)).not.toContain(
      'repeat',
    );
  }
});
