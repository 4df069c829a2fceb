import { browserKeys } from '../browser-keys.ts';

/** Texts for fields of certain names; other fields get any text. */
export const samples: Readonly<Record<string, readonly string[]>> = {
  repeat: [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,FR',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=YEARLY;COUNT=3',
    'FREQ=DAILY;INTERVAL=2;UNTIL=20270101',
  ],
  repeat_start: ['2026-03-01', '2026-02-28'],
  occurrence_day: ['2026-03-02', '2026-02-27'],
  skipped_day: ['2026-03-02', '2026-02-27'],
  zone: ['Europe/Berlin', 'UTC', 'America/St_Johns', 'Pacific/Kiritimati'],
  due_time: ['17:00', '00:00', '23:59'],
  labels: ['home', 'Work', 'ÄRGER', 'tent poles'],
  differs: ['campaign', 'task,todo', 'mutuals,notifications'],
  endpoint: [
    'https://fcm.googleapis.com/fcm/send/one',
    'https://updates.push.services.mozilla.com/wpush/v2/two',
  ],
  p256dh: [browserKeys.p256dh],
  auth: [browserKeys.auth],
  start: ['keep', 'empty'],
  q: ['qx', 'tent', 'e', '%', '_', 'zz'],
};

/** Days, moments and times of day, valid and nearly valid. */
export const days = ['2026-03-01', '2024-02-29', '2026-12-31', '1999-01-01', '2200-12-31'];
export const moments = [
  '2026-01-31T08:15:30.000Z',
  '2026-02-28T23:59:59.999Z',
  '2000-01-01T00:00:00.000Z',
];
export const nearDays = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '10000-01-01',
  '2026-3-1',
  '2026-03-01T00:00:00',
];
export const nearMoments = [
  '2026-02-30T08:15:30.000Z',
  '2026-01-31T24:00:01.000Z',
  '2026-01-31T08:15:30+25:00',
  '+010000-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '2026-01-31 08:15:30',
  '1970-01-01T00:00:00.000Z',
];

export const nearNumbers = [
  -1,
  0,
  0.5,
  1,
  50,
  51,
  200,
  501,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 31) - 1,
  1e21,
];
/** Lengths around the limits of fields. */
export const lengths = [
  0, 1, 40, 41, 64, 65, 100, 101, 200, 201, 255, 256, 2000, 2001, 10_000, 10_001,
];

/** Texts that cannot be stored in a database or written in UTF-8. */
export const unstorableTexts = ['\u0000', 'a\u0000b', '\ud800', 'x\udfff\ud800y'];

/** Texts that break careless readers, writers and searches. */
export const hostileTexts = [
  '\u202e\u2066\ufeff',
  '\u0085\u2028\u2029\r\n\t',
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(100),
  '__proto__',
  'constructor',
  'toString',
  "'; drop table items; --",
  '%_\\%',
  '$1 $2 ${x} {{x}}',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '１２',
  'null',
  'undefined',
  '../../etc/passwd',
  'http://localhost:5432/',
];

/** Raw texts in place of a number in JSON. */
export const rawNumbers = ['-0', '1e999', '-1e999', '1E+2', '9007199254740993', '0.1e1', '1e-400'];

/** Parts of a path as they are sent. */
export const hostileSegments = [
  '%00',
  'a%00b',
  '%zz',
  '%',
  '%ff',
  '%ED%A0%80',
  '%C0%AF',
  '%2F',
  'a%2F..%2Fb',
  '..',
  '.',
  '%2e%2e',
  '__proto__',
  'constructor',
  '%27%20or%201%3D1--',
  '%F0%9F%98%80',
  '%20',
  '+',
  '-1',
  '0',
  '1.0',
  '1e3',
  '007',
  '0x10',
  '9007199254740993',
  '99999999999999999999',
  'x'.repeat(3_000),
  '',
];

export const hostileQueries = [
  '__proto__=1',
  'constructor[prototype]=1',
  'type=task&type=todo',
  'since[]=1',
  '%zz=%ff',
  'q=%00',
  'q=%ED%A0%80',
  '&&&=&==',
  'page=1e1',
  'page=%201',
  'since=-0',
  'limit=NaN',
  `q=${'x'.repeat(5_000)}`,
];

/** Bodies that are not JSON, or contain too much; the media type is JSON all the same. */
export const hostileBodies: readonly (string | Buffer)[] = [
  '{',
  '{"title": "a',
  '{"a":1,}',
  "{'a':1}",
  'null',
  'true',
  '""',
  '0',
  '-0',
  '[]',
  '[[]]',
  '\ufeff{}',
  '{} {}',
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
  `{"title":"${'x'.repeat(600_000)}"}`,
  `{"title":"${'x'.repeat(1_100_000)}"}`,
  `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
];
