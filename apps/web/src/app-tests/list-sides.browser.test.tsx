import { addDays } from '@foray/domain';
import { page } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const nowMs = Date.now();
const on = (ahead: number): string => addDays(dayAt(nowMs), ahead);
const before = (days: number): string => new Date(nowMs - days * 86_400_000).toISOString();
const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north', status: 'in_progress', end_date: on(1) },
  { type: 'task', title: 'Get ready', status: 'in_progress', due_date: on(3) },
  { type: 'todo', title: 'Buy a rope', due_date: on(2) },
  { type: 'todo', title: 'Wash up', due_date: on(9) },
  { type: 'todo', title: 'Call Bo', status: 'completed', completed_at: before(1) },
  { type: 'todo', title: 'Long ago', status: 'completed', completed_at: before(9) },
];

/** The text of the panel with that title beside the list. */
function panel(title: string): string {
  const heading = page.getByRole('complementary').getByRole('heading', { name: title });
  return heading.query()?.parentElement?.parentElement?.innerText ?? '';
}

/** The titles in it, from above. */
const dueSoon = (): readonly string[] =>
  panel('Due soon')
    .split('\n')
    .filter((line) => items.some(({ title }) => title === line));

test('[LIST-16] Queue, Active and My List show due items at the side, and Completed shows recently completed ones', async () => {
  const app = await openApp('/queue', { items });
  await expect.poll(dueSoon).toEqual(['Buy a rope']);
  await app.visit('/active');
  await expect.poll(dueSoon).toEqual(['Get ready']);
  await app.visit('/my-list');
  await expect.poll(dueSoon).toEqual(['Sail north', 'Buy a rope', 'Get ready']);
  await app.visit('/completed');
  await expect.poll(() => panel('Done in 7 days')).toContain('1 item');
});
