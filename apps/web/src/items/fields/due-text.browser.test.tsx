import { page } from 'vitest/browser';
import { formatDay } from '../../messages/messages.ts';
import { render } from '../../ui/testing/render.tsx';
import { DueText } from './due-text.tsx';
import { dayAt } from './today.ts';

/** A day from today on, as it is stored. */
function dayIn(days: number): string {
  const date = new Date(`${dayAt(Date.now())}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

test('[CAMP-08] a near date is shown in words, and in full in its tooltip and for screen readers', async () => {
  const day = dayIn(1);
  render(
    <DueText
      item={{ type: 'task', due_date: day, due_time: null, end_date: null, status: 'pending' }}
    />,
  );
  const near = page.getByText('Due: tomorrow');
  await expect.element(near).toHaveAttribute('title', formatDay(day));
  await expect.element(near).toHaveAttribute('aria-hidden', 'true');
  await expect.element(page.getByText(`Due: ${formatDay(day)}`)).toBeInTheDocument();
});

test('[CAMP-08] a date at least a week away is shown once, also in its tooltip', async () => {
  const day = dayIn(7);
  render(
    <DueText
      item={{ type: 'campaign', due_date: null, due_time: null, end_date: day, status: 'pending' }}
    />,
  );
  const due = page.getByText(`Due: ${formatDay(day)}`);
  await expect.element(due).toHaveAttribute('title', formatDay(day));
  await expect.element(due).not.toHaveAttribute('aria-hidden');
});
