import fc from 'fast-check';
import { readRepeat, readRepeatRule, repeatText } from '../index.ts';
import { ruleOf } from '../testing/repeat-days.ts';

test('[REPEAT-01] a rule is parsed into its parts', () => {
  const text = 'FREQ=YEARLY;INTERVAL=2;BYMONTH=11,3;BYMONTHDAY=-1,+5;BYDAY=SU,-1FR,+2FR;COUNT=9';
  expect(ruleOf(text)).toEqual({
    freq: 'YEARLY',
    interval: 2,
    byMonth: [3, 11],
    byMonthDay: [-1, 5],
    byDay: [
      { weekday: 'FR', ordinal: -1 },
      { weekday: 'FR', ordinal: 2 },
      { weekday: 'SU', ordinal: null },
    ],
    bySetPos: [],
    weekStart: 'MO',
    count: 9,
    until: null,
  });
  expect(ruleOf('FREQ=DAILY;UNTIL=20261224')).toEqual({
    freq: 'DAILY',
    interval: 1,
    byMonth: [],
    byMonthDay: [],
    byDay: [],
    bySetPos: [],
    weekStart: 'MO',
    count: null,
    until: '2026-12-24',
  });
});

test.each([
  ['freq=daily', 'FREQ=DAILY'],
  ['INTERVAL=1;FREQ=WEEKLY;WKST=MO', 'FREQ=WEEKLY'],
  ['BYDAY=FR,MO,FR;FREQ=WEEKLY;INTERVAL=02', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR'],
  ['FREQ=MONTHLY;BYDAY=+1MO,-1FR,1MO,MO', 'FREQ=MONTHLY;BYDAY=MO,1MO,-1FR'],
  ['FREQ=MONTHLY;BYMONTHDAY=31,-1,1,+1', 'FREQ=MONTHLY;BYMONTHDAY=-1,1,31'],
  ['UNTIL=20261224;BYMONTH=12,02;FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=2,12;UNTIL=20261224'],
  ['COUNT=1000;BYDAY=-53SU,53SU;FREQ=YEARLY', 'FREQ=YEARLY;BYDAY=-53SU,53SU;COUNT=1000'],
  ['FREQ=DAILY;', 'FREQ=DAILY'],
  ['FREQ=DAILY;UNTIL=20261224T000000Z', 'FREQ=DAILY;UNTIL=20261224'],
  ['FREQ=DAILY;UNTIL=20261224T235959', 'FREQ=DAILY;UNTIL=20261224'],
  ['BYSETPOS=+3,-1,3;FREQ=MONTHLY;BYDAY=MO', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1,3'],
  ['FREQ=WEEKLY;WKST=SU', 'FREQ=WEEKLY'],
  ['FREQ=WEEKLY;BYDAY=MO;WKST=SU', 'FREQ=WEEKLY;BYDAY=MO'],
  ['WKST=SU;FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU'],
  ['FREQ=WEEKLY;BYDAY=MO,SU;BYSETPOS=1;WKST=SU', 'FREQ=WEEKLY;BYDAY=MO,SU;BYSETPOS=1;WKST=SU'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=MO;WKST=SU', 'FREQ=MONTHLY;INTERVAL=2;BYDAY=MO'],
  ['FREQ=DAILY;INTERVAL=1000;BYMONTHDAY=-31', 'FREQ=DAILY;INTERVAL=1000;BYMONTHDAY=-31'],
])('[REPEAT-01] %s is normalised to %s', (text, canonical) => {
  expect(readRepeat(text)).toEqual({ ok: true, value: canonical });
  expect(readRepeat(canonical)).toEqual({ ok: true, value: canonical });
});

test.each([
  'DAILY',
  'RRULE:FREQ=DAILY',
  'INTERVAL=2',
  'FREQ=HOURLY',
  'FREQ=DAILY;;',
  ';FREQ=DAILY',
  'FREQ=DAILY;FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=-1',
  'FREQ=DAILY;INTERVAL=1001',
  'FREQ=DAILY;INTERVAL=1.5',
  'FREQ=DAILY;INTERVAL=1=1',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=1001',
  'FREQ=DAILY;COUNT=2;UNTIL=20261224',
  'FREQ=DAILY;UNTIL=20261224T240000Z',
  'FREQ=DAILY;UNTIL=20261224T0000',
  'FREQ=DAILY;UNTIL=2026-12-24',
  'FREQ=DAILY;UNTIL=20260230',
  'FREQ=DAILY;BYMONTH=0',
  'FREQ=DAILY;BYMONTH=13',
  'FREQ=DAILY;BYMONTH=1,',
  'FREQ=DAILY;BYMONTH=-1',
  'FREQ=MONTHLY;BYMONTHDAY=0',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=MONTHLY;BYMONTHDAY=-32',
  'FREQ=WEEKLY;BYMONTHDAY=1',
  'FREQ=DAILY;BYDAY=1MO',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;BYDAY=MON',
  'FREQ=WEEKLY;BYDAY=XMO',
  'FREQ=MONTHLY;BYDAY=100MO',
  'FREQ=MONTHLY;BYMONTHDAY=1x',
  'FREQ=DAILY;BYMONTH=1x',
  'FREQ=DAILY;INTERVAL=2x',
  'FREQ=DAILY;COUNT=x2',
  'FREQ=DAILY;UNTIL=20261224x',
  'FREQ=MONTHLY;BYDAY=0MO',
  'FREQ=MONTHLY;BYDAY=54MO',
  'FREQ=MONTHLY;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0',
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367',
  'FREQ=YEARLY;BYWEEKNO=20',
  'FREQ=YEARLY;BYYEARDAY=1',
  'FREQ=DAILY;BYHOUR=9',
  'FREQ=WEEKLY;WKST=XX',
  'FREQ=DAILY;X-NAME=1',
  ' FREQ=DAILY',
])('[REPEAT-01] %j is refused', (text) => {
  expect(readRepeatRule(text)).toEqual({ ok: false, error: 'not_a_rule' });
});

test('[REPEAT-01] an empty value is not a rule, and a value that is not text or too long is refused by field', () => {
  for (const nothing of [null, undefined, '']) {
    expect(readRepeat(nothing)).toEqual({ ok: true, value: null });
  }
  expect(readRepeat(7)).toEqual({ ok: false, error: 'malformed' });
  const longest = `FREQ=YEARLY;BYDAY=${'1MO,'.repeat(58)}+1MO`;
  expect(longest).toHaveLength(254);
  expect(readRepeat(longest.replace('1MO', '+1MO')).ok).toBe(true);
  expect(readRepeat(longest.replace('1MO', '+01MO'))).toEqual({ ok: false, error: 'too_long' });
});

test('[REPEAT-01] any text is either parsed or refused, and a parsed rule has one normal form', () => {
  const anyPart = fc.constantFrom(
    ...'FREQ= DAILY WEEKLY MONTHLY YEARLY ; INTERVAL= BYMONTH= BYMONTHDAY= BYDAY= COUNT= UNTIL= WKST= BYSETPOS='.split(
      ' ',
    ),
    ...'MO SU , 1 2 31 -1 + 20261224 T000000Z'.split(' '),
  );
  const anyText = fc.oneof(
    fc.string(),
    fc.array(anyPart, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(anyPart, { maxLength: 12 }).map((parts) => `FREQ=MONTHLY;BYDAY=${parts.join('')}`),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const read = readRepeatRule(text);
      if (!read.ok) return;
      const canonical = repeatText(read.value);
      expect(canonical.length).toBeLessThanOrEqual(text.length);
      expect(readRepeatRule(canonical)).toEqual(read);
    }),
  );
});
