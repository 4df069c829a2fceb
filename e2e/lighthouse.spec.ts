import { chromium, expect } from '@playwright/test';
import lighthouse from 'lighthouse';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestPerson } from './person.ts';
import { freePort } from './server.ts';
import { test } from './test.ts';

test('Lighthouse finds nothing to fix in accessibility and best practices @full', async ({
  server,
}) => {
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
    const ada = await TestPerson.in(context);
    await ada.continueWithoutAccount();
    for (let made = 1; made <= 5; made += 1) await ada.quickAdd('todo', `Todo ${made}`);
    await ada.page.close();
    await expectFullMarks(port, `${server.url}/`);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});

/** Accessibility and best practices do not depend on the machine; benchmarks measure the speed. */
async function expectFullMarks(port: number, url: string): Promise<void> {
  const ran = await lighthouse(url, {
    port,
    logLevel: 'error',
    disableStorageReset: true,
    onlyCategories: ['accessibility', 'best-practices'],
  });
  if (!ran) throw new Error('Lighthouse gave no answer');
  const { audits, categories, finalDisplayedUrl } = ran.lhr;
  expect(finalDisplayedUrl).toBe(url);
  const marks: Record<string, number | null> = {};
  const lost: string[] = [];
  for (const [name, category] of Object.entries(categories)) {
    marks[name] = category.score;
    for (const { id, weight } of category.auditRefs) {
      const { score, scoreDisplayMode, title, details, errorMessage } = audits[id] ?? {};
      if (weight === 0 || score === 1) continue;
      if (score === null && scoreDisplayMode !== 'error') continue;
      lost.push(`${name}: ${title} ${errorMessage ?? JSON.stringify(details)}`);
    }
  }
  expect(lost).toEqual([]);
  expect(marks).toEqual({ accessibility: 1, 'best-practices': 1 });
}
