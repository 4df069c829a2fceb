import { localItem } from '@foray/sync/testing';
import { page } from 'vitest/browser';
import { fakeClient } from '../../replica/testing/fake-client.ts';
import { BackButton } from './back-button.tsx';
import { beginVisitAt } from '../testing/begin-visit.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';

const startedAt = location.pathname;
const campaign = localItem(1, { type: 'campaign', title: 'Sail north' });
const task = localItem(2, { type: 'task', parent_id: 1, parent_uuid: campaign.uuid });
beforeEach(() => beginVisitAt('/tasks/2'));
afterEach(() => beginVisitAt(startedAt));

/** The button of a task's page before anything has been read. */
function open() {
  const fake = fakeClient();
  const replica = fake.client.replica.get();
  replica.setStage('nothing');
  renderWith(fake.client, <BackButton path="/tasks/2" />);
  return { ...fake, replica };
}

const back = page.getByRole('button', { name: 'Back' });

test('[LAYOUT-03] a press before the task is read leads to the task’s campaign as soon as the campaign is known', async () => {
  const { putRows } = open();
  await back.click();
  putRows([task]);
  await expect.element(back).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/tasks/2');
  putRows([campaign]);
  await expect.poll(() => location.pathname).toBe('/campaigns/1');
});

test('[LAYOUT-03] a press before anything is read leads home if this device has no such task', async () => {
  const { replica } = open();
  await back.click();
  await expect.poll(() => location.pathname).toBe('/tasks/2');
  replica.setStage('all');
  await expect.poll(() => location.pathname).toBe('/');
});

test('without a press nothing happens when the task is read', async () => {
  const { putRows, replica } = open();
  await expect.element(back).toBeVisible();
  putRows([campaign, task]);
  replica.setStage('all');
  await expect.element(back).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/tasks/2');
  await back.click();
  await expect.poll(() => location.pathname).toBe('/campaigns/1');
});
