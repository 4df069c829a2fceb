import { page } from 'vitest/browser';
import { row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

for (const type of ['campaign', 'task', 'todo'] as const) {
  test(`[TODO-09] a ${type} can be assigned to each of the four sample users, and to nobody`, async () => {
    await openApp('/', { items: [{ type, title: 'Sail north' }] });
    const picker = row('Sail north').getByRole('button', { name: /^Assign Sail north/ });
    const four = ['Alex Johnson', 'Sam Lee', 'Maria Garcia', 'Chen Wei'];
    for (const name of [...four, 'Unassigned']) {
      await picker.click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
      await expect.element(picker).toHaveAccessibleName(`Assign Sail north. Assigned to: ${name}`);
    }
  });
}
