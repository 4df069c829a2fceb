import { chromium, expect } from '@playwright/test';
import lighthouse from 'lighthouse';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Person } from './person.ts';
import { freePort } from './server.ts';
import { test } from './test.ts';

// Lighthouse loads the page several times and waits for it to be still.
test.setTimeout(240_000);

test('Lighthouse finds nothing to mend in accessibility and good practice', async ({ server }) => {
  const folder = await mkdtemp(join(tmpdir(), 'foray-lighthouse-'));
  const port = await freePort();
  const { launchOptions } = test.info().project.use;
  const context = await chromium.launchPersistentContext(folder, {
    baseURL: server.url,
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    await expectFullMarks(port, `${server.url}/onboarding`);
    const ada = await Person.in(context);
    await ada.continueWithoutAccount();
    for (let made = 1; made <= 20; made += 1) await ada.quickAdd('todo', `Todo ${made}`);
    await ada.page.close();
    await expectFullMarks(port, `${server.url}/`);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

/** What is asserted is what does not depend on the machine; the rest is printed. */
async function expectFullMarks(port: number, url: string): Promise<void> {
  const ran = await lighthouse(url, {
    port,
    logLevel: 'error',
    disableStorageReset: true,
    onlyCategories: ['accessibility', 'best-practices', 'performance'],
  });
  if (!ran) throw new Error('Lighthouse gave no answer');
  const { audits, categories, finalDisplayedUrl } = ran.lhr;
  expect(finalDisplayedUrl).toBe(url);
  const failed = Object.values(audits).filter((audit) => audit.scoreDisplayMode === 'error');
  expect(failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`)).toEqual([]);
  const marks: Record<string, number> = {};
  const lost: string[] = [];
  for (const [name, category] of Object.entries(categories)) {
    marks[name] = Math.round((category.score ?? 0) * 100);
    if (name === 'performance') continue;
    for (const { id, weight } of category.auditRefs) {
      const { score, title, details } = audits[id] ?? {};
      if (weight > 0 && score !== null && score !== 1) {
        lost.push(`${name}: ${title} ${JSON.stringify(details)}`);
      }
    }
  }
  console.log(`Lighthouse, ${new URL(url).pathname}: ${JSON.stringify(marks)}`);
  expect(lost).toEqual([]);
  expect(marks).toMatchObject({ accessibility: 100, 'best-practices': 100 });
}
