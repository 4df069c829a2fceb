import { page, userEvent } from 'vitest/browser';
import { openSignedIn } from './testing/account-page.ts';
import { atPath, breakDisk, goOn, openItem, row, toast } from './testing/on-page.ts';
import { openApp, type RunningApp } from './testing/open-app.tsx';

const review = page.getByRole('dialog', { name: 'Import' });
const problem = page.getByRole('dialog', { name: 'This file cannot be imported' });

interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** Presses Export and reads the file that the browser receives. */
async function exported(): Promise<TextFile> {
  let content: Blob | undefined;
  let name = '';
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return '#';
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    name = this.download;
  });
  onTestFinished(() => [made, clicked].forEach((spy) => spy.mockRestore()));
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => name).not.toBe('');
  for (const spy of [made, clicked]) spy.mockRestore();
  return { name, text: (await content?.text()) ?? '' };
}

/** Chooses the file for an import. */
async function choose({ name, text }: TextFile): Promise<void> {
  await expect.element(page.getByRole('button', { name: 'Import...' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no file to choose');
  await userEvent.upload(input, new File([text], name, { type: 'application/json' }));
}

/** Drops the file on the page, once the button of its import is there. */
async function drop(file: File, importButton = 'Import...'): Promise<void> {
  await expect
    .element(page.getByRole('button', { name: importButton, exact: true }).last())
    .toBeVisible();
  const data = new DataTransfer();
  data.items.add(file);
  const dropped = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
  document.body.dispatchEvent(dropped);
  expect(dropped.defaultPrevented).toBe(true);
}

/** The fields of a data file beside its items. */
const head = { format: 'foray-data', version: 1, exported_at: '2026-11-01T10:00:00.000Z' };
const uuid = (tail: number) => `00000000-0000-4000-8000-00000000000${tail}`;

const trip = [
  { type: 'campaign', title: 'Cross the Alps', description: 'Before winter' },
  { type: 'task', title: 'Pack', parent: 0, due_date: '2026-12-01' },
  { type: 'todo', title: 'Buy boots', parent: 1, status: 'completed' },
  { type: 'todo', title: 'Call home', status: 'in_progress' },
] as const;

/** The export of a guest's browser with the trip; the app continues without it. */
async function exportedTrip(): Promise<{ readonly app: RunningApp; readonly file: TextFile }> {
  const app = await openApp('/preferences', { items: trip });
  const file = await exported();
  expect(file.name).toMatch(/^foray-\d{4}-\d{2}-\d{2}\.json$/);
  await expect.element(toast).toHaveTextContent('4 items were written into a file.');
  await app.reopenWith([]);
  return { app, file };
}

test('[DEVICE-04] a data file dropped anywhere on Preferences is imported like a chosen one', async () => {
  const { file } = await exportedTrip();
  await drop(new File([file.text], file.name, { type: 'application/json' }));
  await expect.element(review).toHaveTextContent(file.name);
});

test('[DEVICE-04] an address book dropped on Preferences leads to Contacts, which reviews it', async () => {
  await openSignedIn('/preferences');
  await drop(new File(['Name,Phone\nPia,+49 170 5550101\n'], 'contacts.csv', { type: 'text/csv' }));
  await expect.element(problem).toHaveTextContent('This looks like an address book');
  await problem.getByRole('link', { name: 'Open Contacts' }).click();
  await atPath('/contacts');
  await expect.element(problem).not.toBeInTheDocument();
  await expect.element(page.getByRole('list', { name: 'Contacts found' })).toHaveTextContent('Pia');
});

test('[DEVICE-04] a data file dropped on Contacts leads to Preferences, which reviews it', async () => {
  await openSignedIn('/preferences');
  // A device that has not pulled everything yet cannot tell what exists already.
  await expect.element(page.getByText(/^Last sync/)).toBeVisible();
  goOn('/contacts');
  const text = JSON.stringify({ ...head, items: [{ uuid: uuid(1), type: 'todo', title: 'Call' }] });
  await drop(new File([text], 'foray.json', { type: 'application/json' }), 'Import from CSV');
  await atPath('/preferences');
  await expect.element(review).toHaveTextContent(/This will add.*1 todo/);
});

test('[DEVICE-04] a table without numbers dropped on Preferences does not count as an address book', async () => {
  await openApp('/preferences');
  await drop(new File(['Item,Price\nBoots,120\n'], 'prices.csv', { type: 'text/csv' }));
  await expect.element(problem).toHaveTextContent('It is not a file of this app');
});

test('a guest exports everything into a file and imports it in another browser, without duplicates', async () => {
  const { app, file } = await exportedTrip();
  await choose(file);
  await expect.element(review).toHaveTextContent(/This will add.*1 campaign.*1 task.*2 todos/);
  await review.getByRole('button', { name: 'Cancel' }).click();
  goOn('/');
  await expect.element(page.getByText(/No items yet!/)).toBeVisible();

  goOn('/preferences');
  await choose(file);
  await review.getByRole('button', { name: 'Add 4 items' }).click();
  await expect.element(toast).toHaveTextContent('Import complete');
  goOn('/');
  await expect.element(row('Call home')).toBeVisible();
  await openItem('Cross the Alps');
  await expect.element(page.getByText('Before winter')).toBeVisible();
  await openItem('Pack');
  await expect.element(row('Buy boots').getByRole('button', { name: /^Reopen / })).toBeVisible();

  goOn('/preferences');
  await choose(file);
  await expect.element(review).toHaveTextContent('There is nothing to add.');
  await expect.element(review).toHaveTextContent('4 items are here already and stay as they are.');
  expect(app.calls).toEqual([]);
});

test('a data file with unreadable items reports the reason, and imports the readable ones', async () => {
  const app = await openApp('/preferences');
  const problems = [
    ['phone;name', 'It is not a file of this app, or it is damaged.'],
    ['{"items": []}', 'It is not a file that this app has exported.'],
    [JSON.stringify({ ...head, version: 2, items: [] }), 'It was saved by a newer version'],
  ] as const;
  for (const [text, reason] of problems) {
    await choose({ name: 'file.json', text });
    await expect.element(problem).toHaveTextContent(reason);
    await problem.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(problem).not.toBeInTheDocument();
  }
  const items = [
    { uuid: uuid(1), type: 'task', title: 'x'.repeat(256) },
    { uuid: uuid(2), type: 'todo', title: 'Readable', parent_uuid: uuid(1) },
  ];
  const file = { name: 'file.json', text: JSON.stringify({ ...head, items }) };
  await choose(file);
  for (const text of [
    '1 todo',
    '1 entry cannot be read:',
    'The title is too long',
    '1 item will stand on its own',
  ])
    await expect.element(review).toHaveTextContent(text);
  const repairDisk = breakDisk();
  await review.getByRole('button', { name: 'Add 1 item' }).click();
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent('Only 0 of 1 items could be added.');
  repairDisk();
  await app.reopen();
  await choose(file);
  await review.getByRole('button', { name: 'Add 1 item' }).click();
  await expect.element(toast).toHaveTextContent('1 item was added.');
  goOn('/');
  await expect.element(row('Readable')).toBeVisible();
});
