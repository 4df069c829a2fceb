import { page, userEvent } from 'vitest/browser';
import { Button } from '../controls/button.tsx';
import { Menu } from './menu.tsx';
import { render } from '../testing/render.tsx';

function FieldBesideMenu() {
  return (
    <main>
      <input aria-label="Field" />
      <Menu
        label="Actions"
        trigger={<Button>Open</Button>}
        entries={[{ kind: 'action', label: 'Act', onSelect: () => {} }]}
      />
    </main>
  );
}

test('[LAYOUT-26] a press in a field beside an open menu closes the menu, and the typed text goes to the field', async () => {
  render(<FieldBesideMenu />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await page.getByLabelText('Field').click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await userEvent.keyboard('milk');
  await expect.element(page.getByLabelText('Field')).toHaveValue('milk');
});
