import { expect, type Browser } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { Person } from './person.ts';
import { startServer, type TestServer } from './server.ts';
import { test } from './test.ts';

const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url));
const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 780 };

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

for (const theme of ['light', 'dark'] as const) {
  test(`pictures of the main screens, ${theme}`, async ({ browser }) => {
    const { page } = await withSampleData(browser, theme);
    const shoot = async (name: string): Promise<void> => {
      await page.mouse.move(0, 0);
      for (const [place, viewport] of Object.entries({ desktop, phone })) {
        await page.setViewportSize(viewport);
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({
          path: `${folder}${name}-${place}-${theme}.png`,
          animations: 'disabled',
        });
      }
      await page.setViewportSize(desktop);
    };
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await expect(page.getByText('Learn to sail')).toBeVisible();
    await shoot('home');
    await page.getByRole('link', { name: 'Open the bakery', exact: true }).click();
    await expect(page.getByText('Find a place')).toBeVisible();
    await shoot('campaign');
    await page.goto('/queue');
    await expect(page.getByText('Up next')).toBeVisible();
    await shoot('queue');
  });
}

/** Somebody signed in who has been using the app for a while. */
async function withSampleData(browser: Browser, theme: 'light' | 'dark'): Promise<Person> {
  const ada = await Person.at(browser, server.url);
  await ada.page.emulateMedia({ colorScheme: theme });
  await ada.signIn(theme === 'light' ? '+15550100031' : '+15550100032', 'Ada Byron');
  const cookies = await ada.context.cookies();
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const post = async (data: Record<string, unknown>): Promise<number> => {
    const answer = await ada.context.request.post('/api/items', {
      headers: { 'x-xsrf-token': decodeURIComponent(token) },
      data,
    });
    expect(answer.status()).toBe(201);
    return ((await answer.json()) as { id: number }).id;
  };
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const bakery = await post({
    type: 'campaign',
    title: 'Open the bakery',
    description: 'Six tables, sourdough and good coffee, near the market, before the spring.',
    end_date: inDays(60),
  });
  await post({ type: 'campaign', title: 'Learn to sail', end_date: inDays(200) });
  const place = await post({ type: 'task', title: 'Find a place', parent_id: bakery });
  await post({ type: 'task', title: 'Hire a baker', parent_id: bakery, due_date: inDays(12) });
  await post({ type: 'todo', title: 'Choose a name', parent_id: bakery, status: 'completed' });
  for (const title of ['Visit the corner shop', 'Ask about the lease', 'Measure the oven']) {
    await post({ type: 'todo', title, parent_id: place });
  }
  await post({ type: 'task', title: 'Taxes', due_date: inDays(-3), assigned_to: 2 });
  await post({ type: 'todo', title: 'Call the landlord about the deposit', assigned_to: 3 });
  await post({ type: 'todo', title: 'Renew the passport', status: 'in_progress' });
  await post({ type: 'todo', title: 'Buy milk' });
  return ada;
}
