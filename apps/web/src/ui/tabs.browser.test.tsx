import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TabPanel, Tabs } from './tabs.tsx';
import { render } from './testing/render.tsx';

const items = [
  { value: 'all', label: 'All', count: 3 },
  { value: 'none', label: 'None', disabled: true },
  { value: 'done', label: 'Done', count: 0 },
] as const;
type Value = (typeof items)[number]['value'];

function Example() {
  const [value, setValue] = useState<Value>('all');
  return (
    <Tabs label="Lists" items={items} value={value} onValueChange={setValue}>
      <TabPanel value="all">everything</TabPanel>
      <TabPanel value="done">finished</TabPanel>
    </Tabs>
  );
}

const tab = (name: string) => page.getByRole('tab', { name });
const chosen = page.getByRole('tab', { selected: true });

test('the chosen tab is the one that Tab reaches, and its panel is named by it', async () => {
  render(<Example />);
  await userEvent.tab();
  expect(document.activeElement).toBe(tab('All').element());
  await userEvent.tab();
  const panel = page.getByRole('tabpanel', { name: 'All' });
  expect(document.activeElement).toBe(panel.element());
  await expect.element(panel).toHaveTextContent('everything');
  expect(tab('All').element().getAttribute('aria-controls')).toBe(panel.element().id);
});

test('a press chooses a tab, and only its panel is there', async () => {
  render(<Example />);
  await tab('Done').click();
  await expect.element(chosen).toHaveTextContent('Done');
  await expect.element(page.getByText('finished')).toBeVisible();
  await expect.element(page.getByText('everything')).not.toBeInTheDocument();
});

test('arrow keys, Home and End choose the next tab that can be chosen', async () => {
  render(<Example />);
  await userEvent.tab();
  const press = async (key: string) => {
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement).toBe(chosen.element());
    return chosen.element().textContent;
  };
  expect(await press('ArrowRight')).toBe('Done');
  expect(await press('ArrowRight')).toBe('All3');
  expect(await press('ArrowLeft')).toBe('Done');
  expect(await press('Home')).toBe('All3');
  expect(await press('End')).toBe('Done');
});

test('from right to left the arrow keys follow what is seen', async () => {
  const { dir } = document.documentElement;
  document.documentElement.dir = 'rtl';
  render(<Example />);
  await userEvent.tab();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  const afterLeft = chosen.element().textContent;
  document.documentElement.dir = dir;
  expect(afterLeft).toBe('Done');
});

test('a count shows above zero', async () => {
  render(<Example />);
  await expect.element(tab('All')).toHaveTextContent('All3');
  await expect.element(tab('Done')).toHaveTextContent(/^Done$/);
});
