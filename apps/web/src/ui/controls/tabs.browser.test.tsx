import { useState } from 'react';
import { page, userEvent } from 'vitest/browser';
import { TabPanel, Tabs } from './tabs.tsx';
import { render } from '../testing/render.tsx';

const items = [
  { value: 'all', label: 'All', count: 3 },
  { value: 'none', label: 'None', disabled: true },
  { value: 'done', label: 'Done', count: 0 },
  { value: 'late', label: 'Late' },
] as const;
type Value = (typeof items)[number]['value'];

function Example() {
  const [value, setValue] = useState<Value>('all');
  return (
    <Tabs label="Lists" items={items} value={value} onValueChange={setValue}>
      <TabPanel value="all">everything</TabPanel>
      <TabPanel value="done">finished</TabPanel>
      <TabPanel value="late">overdue</TabPanel>
    </Tabs>
  );
}

const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
async function focusTab(name: string): Promise<void> {
  await expect.element(tab(name)).toBeVisible();
  (tab(name).element() as HTMLElement).focus();
}
const chosen = page.getByRole('tab', { selected: true });

test('Tab moves to the selected tab and then to its panel, which is labelled by the tab and shows the focus', async () => {
  render(<Example />);
  await focusTab('All');
  expect(tab('Done').element().tabIndex).toBe(-1);
  await userEvent.tab();
  const panel = page.getByRole('tabpanel', { name: 'All 3' });
  expect(document.activeElement).toBe(panel.element());
  expect(getComputedStyle(panel.element()).outlineStyle).toBe('solid');
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(tab('All').element());
  await expect.element(panel).toHaveTextContent('everything');
  expect(tab('All').element().getAttribute('aria-controls')).toBe(panel.element().id);
});

test('a press selects a tab, and only its panel is rendered', async () => {
  render(<Example />);
  await tab('Done').click();
  await expect.element(chosen).toHaveTextContent('Done');
  await expect.element(page.getByText('finished')).toBeVisible();
  await expect.element(page.getByText('everything')).not.toBeInTheDocument();
});

test('arrow keys, Home and End select the next enabled tab', async () => {
  render(<Example />);
  await focusTab('All');
  const press = async (key: string) => {
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement).toBe(chosen.element());
    return chosen.element().textContent;
  };
  expect(await press('ArrowRight')).toBe('Done');
  expect(await press('ArrowRight')).toBe('Late');
  expect(await press('ArrowRight')).toBe('All3');
  expect(await press('ArrowLeft')).toBe('Late');
  expect(await press('Home')).toBe('All3');
  expect(await press('End')).toBe('Late');
});

test('in right-to-left text the arrow keys follow the visible order', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  render(<Example />);
  await focusTab('All');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(chosen).toHaveTextContent('Done');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(chosen).toHaveTextContent('All3');
});

test('a count is shown only above zero', async () => {
  render(<Example />);
  await expect.element(tab('All')).toHaveTextContent('All3');
  await expect.element(tab('Done')).toHaveTextContent(/^Done$/);
});
