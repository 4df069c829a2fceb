import { page, userEvent } from 'vitest/browser';
import { openSignedIn, type SignedIn } from './testing/account-page.ts';
import { AppServer } from './testing/app-server.ts';
import { button, focus, said, toast } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const rows = page.getByRole('list', { name: 'Contacts found' }).getByRole('listitem');
const mutuals = page.getByRole('list', { name: 'Mutual contacts' }).getByRole('listitem');
const review = page.getByRole('heading', { name: 'Review Import' });
const sentBy = ({ server }: SignedIn) =>
  server.sent.flatMap(({ path, body }) => (path === '/api/contacts/sync' ? [body] : []));

async function chooseFile(content: BlobPart, name = 'contacts.csv'): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is no file to choose');
  await userEvent.upload(input, new File([content], name, { type: 'text/csv' }));
}

test('[CONT-02] [CONT-03] [CONT-06] [CONT-07] a file is picked, reviewed and imported, and only valid numbers are sent', async () => {
  const running = await openSignedIn('/contacts');
  for (const heading of ['Import Contacts', 'Your Contacts'])
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect.element(button('Import from Phone')).toBeVisible();
  await expect
    .element(page.getByLabelText('Import from CSV').last())
    .toHaveAttribute('accept', '.csv,.txt,.vcf,text/vcard');
  await expect.element(review).not.toBeInTheDocument();

  const file = 'Name;Phone\r\n"Lovelace, Ada";+1 555 010-4477\r\nBob;123\r\nEve,15550104479\r\n';
  await chooseFile(file);
  await expect.element(review).toHaveFocus();
  await expect.element(page.getByText('3 contacts found, 2 can be imported.')).toBeVisible();
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.nth(0)).toHaveTextContent('Lovelace, Ada');
  await expect.element(rows.nth(0)).toHaveTextContent('15550104477');
  await expect.element(rows.nth(1)).toHaveTextContent('No valid number');
  await page.getByRole('checkbox', { name: 'Show only what is left out' }).click();
  await expect.element(rows).toHaveLength(1);

  await button('Cancel').click();
  await expect.element(review).not.toBeInTheDocument();
  expect(sentBy(running)).toEqual([]);

  await chooseFile(file);
  await button('Import').click();
  await said('Contacts imported', 'Successfully imported 2 contacts');
  expect(sentBy(running)).toEqual([{ contacts: ['15550104477', '15550104479'] }]);
  await expect.element(review).not.toBeInTheDocument();
});

test('[CONT-02] [CONT-09] mutual contacts are listed and searched, even offline; a guest has to sign in', async () => {
  const server = new AppServer();
  const [ada, bob, eve] = [
    await server.account(),
    await server.account('Bob Hall'),
    await server.account('Eve Adams'),
  ];
  await server.befriend(ada, bob);
  await server.befriend(ada, eve);
  await openApp('/contacts', { server, user: ada });
  await expect.element(mutuals).toHaveLength(2);
  await expect.element(mutuals.nth(0)).toHaveTextContent('Bob Hall');
  await expect.element(mutuals.nth(0)).toHaveTextContent(bob.phone);
  const search = page.getByRole('searchbox', { name: 'Search contacts' });
  await search.fill('eve');
  await expect.element(mutuals).toHaveTextContent('Eve Adams');
  await search.fill('nobody');
  await expect.element(page.getByText('No contacts found for "nobody"')).toBeVisible();
  await search.fill('');
  server.setOffline(true);
  await expect.element(mutuals).toHaveLength(2);
});

test('[CONT-06] a file without a number and a binary file are refused with a clear error', async () => {
  const running = await openSignedIn('/contacts');
  await chooseFile('Name,Phone\nBob,123\n');
  await said('No valid contacts found', 'Please ensure your CSV contains phone numbers');
  await chooseFile(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]));
  await said(
    'This file cannot be imported',
    'It is not a text file, whatever its name says. Export your contacts as CSV or vCard and choose that file.',
  );
  await chooseFile('Bob,15550104478', 'contacts.xlsx');
  await expect.element(toast).toHaveTextContent('ends in .csv, .txt or .vcf');
  await expect.element(review).not.toBeInTheDocument();
  expect(sentBy(running)).toEqual([]);
});

test('[CONT-03] [CONT-07] an import that fails is reported and can be retried from its review', async () => {
  const { server } = await openSignedIn('/contacts');
  await chooseFile('Bob,15550104478');
  for (const fault of [{ kind: 'status', status: 500 }, { kind: 'html' }] as const) {
    server.faults.plan(fault, { path: /contacts\/sync/ });
    await button('Import').click();
    await said('Import failed', 'Failed to import contacts. Please try again.');
    await expect.element(rows).toHaveLength(1);
    await button('Dismiss').click();
  }
  server.setOffline(true);
  await expect
    .element(page.getByText('You are offline. Importing needs a connection.'))
    .toBeVisible();
  await button('Import').click();
  await said('Import failed', 'Failed to import contacts. Please try again.');
  server.setOffline(false);
  await button('Import').click();
  await expect.element(toast).toHaveTextContent('Successfully imported 1 contacts');
});

test('a review of 10,000 lines renders only the visible lines, and one key jumps to the last', async () => {
  await openSignedIn('/contacts');
  const lines = Array.from(
    { length: 10_000 },
    (_, at) => `"Person, ${at}";+1 (555) ${String(at).padStart(7, '0')}`,
  );
  await chooseFile(`\ufeffName;Phone\r\n${lines.join('\r\n')}`);
  await expect
    .element(page.getByText('10,000 contacts found, 5,000 can be imported.'))
    .toBeVisible();
  await expect.element(page.getByText(/5,000 contacts cannot be imported/)).toBeVisible();
  expect(rows.elements().length).toBeLessThan(60);
  const region = page.getByRole('region', { name: 'Contacts found' });
  await focus(region);
  await expect.element(region).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(rows.filter({ hasText: 'Person, 9999' })).toHaveTextContent('Beyond 5,000');
});
