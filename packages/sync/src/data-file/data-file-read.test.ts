import { fileItem, fileOf, now, pause, valueOf } from '../testing/data-files.ts';
import { uuidOf } from '../testing/rows.ts';
import { readDataFile } from './data-file-read.ts';

const early = '2024-03-01T08:00:00.000Z';
const late = '2024-03-02T08:00:00.000Z';

function read(text: string) {
  return valueOf(readDataFile(text, now, pause));
}

/** The only item of a file. */
async function readOne(fields: Record<string, unknown>) {
  const { items, unreadable } = await read(fileOf([fileItem(1, fields)]));
  expect(unreadable).toEqual([]);
  return items[0];
}

test.each([
  ['null', 'null'],
  ['a number', '7'],
  ['of another format', fileOf([], { format: 'notes' })],
  ['of no format', fileOf([], { format: undefined })],
  ['without a version', fileOf([], { version: undefined })],
  ['of a version in words', fileOf([], { version: '1' })],
  ['of half a version', fileOf([], { version: 1.5 })],
  ['of version 0', fileOf([], { version: 0 })],
])('a file that is not a data file is refused: %s', async (_, text) => {
  expect(await readDataFile(text, now, pause)).toEqual({ ok: false, error: 'not_foray' });
});

test('the header of a file names its time and its account', async () => {
  const file = await read(fileOf([], { account: 1001, exported_at: early }));
  expect(file).toMatchObject({ account: 1001, exportedAt: early });
});

test.each([
  ['the account is not a number', 'me'],
  ['the account is not a whole number', 1.5],
  ['there is no account', undefined],
])('the header of a file names a guest if %s', async (_, account) => {
  expect(await read(fileOf([], { account }))).toMatchObject({ account: 0 });
});

test.each([
  ['in the future', '2999-01-01T00:00:00.000Z'],
  ['no time', 'yesterday'],
  ['no text', 7],
  ['absent', undefined],
])('the header of a file has the current time if its own is %s', async (_, time) => {
  expect((await read(fileOf([], { exported_at: time }))).exportedAt).toBe(now);
});

test('an item of a file needs a uuid, so that a repeated import can recognise it', async () => {
  const { items, unreadable } = await read(fileOf([fileItem(1, { uuid: undefined })]));
  expect(items).toEqual([]);
  expect(unreadable).toEqual([{ place: 1, title: 'item 1', fields: { uuid: 'required' } }]);
});

test('an item of a file keeps its own times', async () => {
  const times = { created_at: early, updated_at: late };
  expect(await readOne(times)).toMatchObject(times);
});

test.each([
  ['no text', 7],
  ['a list of times', [late]],
  ['no time', 'yesterday'],
  ['absent', undefined],
])(
  'an item of a file has its creation time as its last change if that time is %s',
  async (_, time) => {
    const item = await readOne({ created_at: early, updated_at: time });
    expect(item).toMatchObject({ created_at: early, updated_at: early });
  },
);

test('an item of a file has its own completion time, or the current time if it has none', async () => {
  const done = { status: 'completed', created_at: early };
  expect(await readOne({ ...done, completed_at: late })).toMatchObject({ completed_at: late });
  expect(await readOne(done)).toMatchObject({ status: 'completed', completed_at: now });
});

test('an item of a file that is not completed has no completion time', async () => {
  const open = { status: 'in_progress', completed_at: early };
  expect(await readOne(open)).toMatchObject({ status: 'in_progress', completed_at: null });
});

test("an item of a file belongs to the file's writer unless it says otherwise", async () => {
  expect(await readOne({})).toMatchObject({ mine: true });
  expect(await readOne({ mine: true })).toMatchObject({ mine: true });
  expect(await readOne({ mine: false })).toMatchObject({ mine: false });
});

test('an item of a file is assigned to the writer, to a sample user or to nobody', async () => {
  expect(await readOne({ assigned_to: 'me' })).toMatchObject({ assigned_to: 'me' });
  expect(await readOne({ assigned_to: 4 })).toMatchObject({ assigned_to: 4 });
  expect(await readOne({ assigned_to: 1001 })).toMatchObject({ assigned_to: null });
});

test('an item of a file names its parent by a uuid, in lower or upper case', async () => {
  const parent = uuidOf(0xabc);
  const parentOf = async (parent_uuid: unknown) => (await readOne({ parent_uuid }))?.parent_uuid;
  expect(await parentOf(parent)).toBe(parent);
  expect(await parentOf(parent.toUpperCase())).toBe(parent);
  expect(await parentOf(7)).toBeNull();
});

test.each([
  [0, 1],
  [249, 1],
  [250, 2],
  [500, 3],
])('reading %i items pauses %i times, so that no task is long', async (length, expected) => {
  const items = Array.from({ length }, (_, at) => fileItem(at));
  let pauses = 0;
  const file = await valueOf(readDataFile(fileOf(items), now, async () => void (pauses += 1)));
  expect([file.items.length, pauses]).toEqual([length, expected]);
});

test('[DAY-06] an item of a file keeps a date and a rule that an earlier release accepted', async () => {
  const stored = { due_date: '0026-05-01', repeat: 'FREQ=MONTHLY;BYDAY=53MO' };
  expect(await readOne(stored)).toMatchObject(stored);
});

test('[REPEAT-01] a file may have rules with places, a first weekday, and an end with a time', async () => {
  const due_date = '2026-03-01';
  for (const [written, repeat] of [
    [
      'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;UNTIL=20261231T235959Z;',
      'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;UNTIL=20261231',
    ],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU'],
  ] as const) {
    expect(await readOne({ due_date, repeat: written })).toMatchObject({ due_date, repeat });
  }
});
