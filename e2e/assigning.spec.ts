import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

for (const type of ['campaign', 'task', 'todo'] as const) {
  test(`[TODO-09] a ${type} can be assigned to each of the four sample users, and to nobody`, async ({
    browser,
    server,
  }) => {
    const ada = await guestAt(browser, server.url);
    await ada.quickAdd(type, 'Sail north');
    const picker = ada.row('Sail north').getByRole('button', { name: /^Assign Sail north/ });
    const four = ['Alex Johnson', 'Sam Lee', 'Maria Garcia', 'Chen Wei'];
    for (const name of [...four, 'Unassigned']) {
      await picker.click();
      await ada.page.getByRole('menuitemradio', { name, exact: true }).click();
      await expect(picker).toHaveAccessibleName(`Assign Sail north. Assigned to: ${name}`);
    }
  });
}
