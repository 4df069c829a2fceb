import { readContactsFile } from './contacts-file.ts';

function pace() {
  let turns = 0;
  return {
    nowMs: () => performance.now(),
    nextTask: async () => void (turns += 1),
    turns: () => turns,
  };
}

function fileOf(content: BlobPart, name = 'contacts.csv'): File {
  return new File([content], name);
}

test('a file that is of another kind, too large or binary is rejected with the reason', async () => {
  expect(await readContactsFile(fileOf('a', 'a.xlsx'), pace())).toEqual({
    ok: false,
    error: 'wrong_kind',
  });
  const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xd]);
  expect(await readContactsFile(fileOf(picture), pace())).toMatchObject({ error: 'binary_file' });
  const large = fileOf(new Uint8Array(10_000_001));
  expect(await readContactsFile(large, pace())).toMatchObject({ error: 'too_large' });
});

test('a file removed since it was chosen is reported as unreadable', async () => {
  const gone = Object.assign(fileOf('a'), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
  });
  expect(await readContactsFile(gone, pace())).toMatchObject({ error: 'unreadable' });
});

test('a long file is read completely, in many steps', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `"Person, ${at}";1555${1_000_000 + at}`);
  let now = 0;
  const steps = { ...pace(), nowMs: () => (now += 5) };
  const read = await readContactsFile(fileOf(lines.join('\r\n')), steps);
  expect(read.ok && read.value.length).toBe(10_000);
  expect(read.ok && read.value.at(-1)).toEqual({
    name: 'Person, 9999',
    phone: '15551009999',
    isValid: true,
  });
  expect(steps.turns()).toBeGreaterThan(20);
});

test('[CONT-13] a vCard is recognised by its type even without a file ending', async () => {
  const card = 'BEGIN:VCARD\nFN:Ada\nTEL:+1 555 010-4477\nEND:VCARD\n';
  for (const file of [fileOf(card, 'a.vcf'), new File([card], '7f3a', { type: 'text/vcard' })])
    expect(await readContactsFile(file, pace())).toEqual({
      ok: true,
      value: [{ name: 'Ada', phone: '15550104477', isValid: true }],
    });
});
