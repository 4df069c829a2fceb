// @ts-check

const typing = 'apps/web/src/typing';
const days = `${typing}/day-words.ts`;
const times = `${typing}/time-words.ts`;
const rule = `${typing}/repeat-rule.ts`;
const words = `${typing}/repeat-words.ts`;
const names = `${typing}/name-words.ts`;
const reader = `${typing}/read-typed.ts`;
const unread = `${typing}/masked-text.ts`;
const title = 'apps/web/src/items/typed-title.tsx';
const item = 'apps/web/src/items/typed-item.ts';
const lines = 'apps/web/src/items/pasted-lines.tsx';

/** What is read while a title is typed. @type {readonly import('./violation.mjs').Violation[]} */
export const typingViolations = [
  {
    row: 'TYPE-01',
    what: 'a month after 31 January is in March',
    edits: [[days, 'isInMonths ? 1 : date);', 'date);']],
  },
  {
    row: 'TYPE-01',
    what: 'every locale has the month first',
    edits: [[days, 'return parts.indexOf(', 'return true || parts.indexOf(']],
  },
  {
    row: 'TYPE-01',
    what: "'tonight at 8' is in the morning",
    edits: [[times, 'isTonight && hour !== undefined', 'isTonight && hour === undefined']],
  },
  {
    row: 'TYPE-02',
    what: 'the first day of a rule is one interval away',
    edits: [[rule, '...parts, interval: 1, count', '...parts, count']],
  },
  {
    row: 'TYPE-02',
    what: 'the last Friday of a month is its first one',
    edits: [[words, "=== 'last' ? -1 :", "=== 'last' ? 1 :"]],
  },
  {
    row: 'TYPE-02',
    what: "'every morning' is no rule",
    edits: [[words, '(?=\\\\s+(?:${dayPart})', '(?=\\\\s+(?:none)']],
  },
  {
    row: 'TYPE-03',
    what: 'of the people who match the first one counts, not the longest match',
    edits: [[names, 'found.length > best.length', 'false']],
  },
  {
    row: 'TYPE-03',
    what: 'a label is read that no item can have',
    edits: [[names, 'name.length > maxLabelChars', '[...name].length > maxLabelChars']],
  },
  {
    row: 'TYPE-04',
    what: 'words in quotes are read',
    edits: [[unread, '  /(?<!#)(?:"[^"]+"|“[^”]+”|„[^“]+“|«[^»]+»)/gu,\n', '']],
  },
  {
    row: 'TYPE-04',
    what: 'days that are over are read',
    edits: [[days, 'day === null || day < today ? null : day', 'day']],
  },
  {
    row: 'TYPE-05',
    what: 'of each kind the first one counts',
    edits: [[reader, 'found.slice(-1)', 'found.slice(0, 1)']],
  },
  {
    row: 'TYPE-06',
    what: 'all words of a title can be read',
    edits: [[reader, "while (title === '' && tokens.length > 0)", 'while (false)']],
  },
  {
    row: 'TYPE-07',
    what: 'what is recognised is not marked',
    edits: [
      [title, '      <TypedHighlight input={input} text={title} spans={reading.tokens} />\n', ''],
    ],
  },
  {
    row: 'TYPE-07',
    what: 'the end of a rule is cut off on a phone',
    edits: [
      ['apps/web/src/typing/typed-chips.tsx', 'line-clamp-2 min-w-0 wrap-anywhere', 'truncate'],
    ],
  },
  {
    row: 'TYPE-07',
    what: 'the words of the chips stay in the title',
    edits: [[item, '{ ...item, title }', '{ ...item }']],
  },
  {
    row: 'TYPE-08',
    what: 'Backspace deletes a character of a chip’s words',
    edits: [[title, '  useTurnBack(input, reading.tokens, keepAsText);\n', '']],
  },
  {
    row: 'TYPE-08',
    what: 'what was made text is read in another place of the same words',
    edits: [[unread, 'placesOf(text, words)[nth] ?? null', 'placesOf(text, words)[0] ?? null']],
  },
  {
    row: 'TYPE-13',
    what: 'a campaign takes a time',
    edits: [[item, "draft.type !== 'campaign' && !isTimed", '!isTimed']],
  },
  {
    row: 'TYPE-13',
    what: 'of several labels the last one is set',
    edits: [[item, '[...(read.labels ?? []), value]', '[value]']],
  },
  {
    row: 'TYPE-13',
    what: 'the part of a day stays behind as text',
    edits: [[reader, 'days.map((day) => withDayPart(left, day))', 'days']],
  },
  {
    row: 'TYPE-13',
    what: 'what is typed moves the day that is given',
    edits: [[reader, '  if (due !== null) return due;\n', '']],
  },
  {
    row: 'TYPE-09',
    what: 'of a campaign the due date is set',
    edits: [[item, "item.type === 'campaign' ? 'end_date' : 'due_date'", "'due_date'"]],
  },
  {
    row: 'TYPE-10',
    what: 'titles are read though Preferences has it switched off',
    edits: [
      [
        'apps/web/src/items/use-reader.ts',
        'const kinds = isRead ?',
        'const kinds = isRead || true ?',
      ],
    ],
  },
  {
    row: 'TYPE-11',
    what: 'many pasted lines push the answers out of the window',
    edits: [['apps/web/src/ui/dialog-layer.tsx', "'min-h-0 overflow-y-auto'", "'shrink-0'"]],
  },
  {
    row: 'TYPE-11',
    what: 'the items of a paste stand in the reverse order of its lines',
    edits: [[lines, 'items.toReversed()', 'items']],
  },
  {
    row: 'TYPE-11',
    what: 'the items before a refused one are stored',
    edits: [
      [
        'packages/sync/src/actions/actions.ts',
        '      items.push(made.value);\n',
        '      items.push(made.value);\n      await putNew(unit, made.value);\n',
      ],
    ],
  },
  {
    row: 'TYPE-12',
    what: 'what reads titles is fetched with the fields of quick-add',
    edits: [
      [
        'apps/web/src/items/quick-add.tsx',
        'return QuickAddFields.preload();',
        'void TypedTitle.preload();\n  return QuickAddFields.preload();',
      ],
    ],
  },
];
