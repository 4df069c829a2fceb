import { page, userEvent } from 'vitest/browser';
import {
  breakDisk,
  card,
  chooseType,
  colour,
  focus,
  heading,
  openItem,
  quickAdd,
  row,
  said,
  submit,
  texts,
  titleIn,
  toast,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

const field = titleIn(card);
const nothing = page.getByText('No items yet! Create your first campaign to get started.');

test('[QADD-01] focus expands quick-add, Escape and blur collapse it only if empty, a create resets it', async () => {
  await openApp();
  await expect.element(submit).not.toBeInTheDocument();
  await focus(field);
  await expect.element(submit).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(submit).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  // Then it leaves the keys to the page.
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toHaveFocus();

  await field.fill('Buy a rope');
  await userEvent.keyboard('{Escape}');
  await expect.element(submit).toBeVisible();
  await heading('Home').click();
  await expect.element(field).not.toHaveFocus();
  await expect.element(submit).toBeVisible();

  await submit.click();
  await expect.element(row('Buy a rope')).toBeVisible();
  await expect.element(field).toHaveValue('');
  await heading('Home').click();
  await expect.element(submit).not.toBeInTheDocument();
});

test('[QADD-02] [QADD-07] quick-add has a tab and its fields for each type that it may create', async () => {
  await openApp();
  const offered = () =>
    ['Description', 'Due date', 'End date', 'Assignee'].filter((label) =>
      card
        .getByLabelText(label)
        .elements()
        .some((element) => element.checkVisibility()),
    );
  await field.click();
  await expect.poll(() => texts(card.getByRole('tab'))).toEqual(['Campaign', 'Task', 'Todo']);
  await expect
    .element(card.getByRole('tab', { name: 'Todo' }))
    .toHaveAttribute('aria-selected', 'true');
  for (const [type, labels] of [
    ['Campaign', ['Description', 'End date']],
    ['Task', ['Description', 'Due date', 'Assignee']],
    ['Todo', ['Assignee']],
  ] as const) {
    await chooseType(type);
    await expect
      .element(card.getByRole('tab', { name: type }))
      .toHaveAttribute('aria-selected', 'true');
    // The fields are rendered after the card.
    await expect.poll(offered).toEqual(labels);
  }

  await quickAdd('campaign', 'Sail north');
  await openItem('Sail north');
  await field.click();
  await expect.poll(() => texts(card.getByRole('tab'))).toEqual(['Task', 'Todo']);
  await quickAdd('task', 'Get the boat ready');
  await openItem('Get the boat ready');
  await field.click();
  await expect.element(submit).toHaveTextContent(/^Add todo$/);
  await expect.element(card.getByRole('tab')).not.toBeInTheDocument();
});

test('[QADD-03] [QADD-04] Enter submits a todo, and any item from its description, but never a campaign or task from its title, nor an empty title', async () => {
  await openApp();
  await field.click();
  await expect.element(submit).toBeDisabled();
  await field.fill('   ');
  await expect.element(submit).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await expect.element(nothing).toBeVisible();

  await field.fill('Buy a rope');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Buy a rope')).toBeVisible();

  for (const type of ['Campaign', 'Task']) {
    await chooseType(type);
    await field.fill(`${type} by Enter`);
    await userEvent.keyboard('{Enter}');
    await card.getByLabelText('Description').fill('why');
    await field.fill(`${type} by its description`);
    await card.getByLabelText('Description').click();
    await userEvent.keyboard('{Enter}');
    // Writes run one after another, so an item sent by Enter in the title would be here by now.
    await expect.element(row(`${type} by its description`)).toBeVisible();
    await expect.element(row(`${type} by Enter`)).not.toBeInTheDocument();
  }
});

test('[QADD-08] Enter in the title of a campaign or task shows how to add it, until typing continues', async () => {
  await openApp();
  const hint = card.getByText('To add it, press Enter in the description, or the button.');
  for (const type of ['Campaign', 'Task']) {
    await chooseType(type);
    await field.fill(`${type} by Enter`);
    await userEvent.keyboard('{Enter}');
    await expect.element(hint).toBeVisible();
    await userEvent.keyboard('!');
    await expect.element(hint).not.toBeInTheDocument();
  }
});

test('[QADD-08] Enter in an empty title says that the title is missing, until the person types or leaves', async () => {
  await openApp();
  const hint = card.getByText('To add it, type a title.');
  for (const type of ['Campaign', 'Task', 'Todo']) {
    await chooseType(type);
    await userEvent.clear(field);
    await userEvent.keyboard('{Enter}');
    await expect.element(hint).toBeVisible();
    await userEvent.keyboard('A');
    await expect.element(hint).not.toBeInTheDocument();
  }
  // Adding leaves an empty title, in which Enter was not pressed.
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  await expect.element(hint).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(hint).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(hint).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(field).not.toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(card.getByRole('button', { name: 'Add todo' })).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
});

test('[QADD-05] a counter appears above 200 characters and turns red over 255, where the form says so and creates nothing', async () => {
  await openApp();
  const counter = (text: string) => card.getByText(text, { exact: true });
  const red = colour('--color-danger-ink');
  await field.fill('x'.repeat(201));
  await expect.element(counter('201/255')).toBeVisible();
  await expect.element(counter('201/255')).not.toHaveStyle({ color: red });
  await field.fill('x'.repeat(200));
  await expect.element(card.getByText(/\/255/)).not.toBeInTheDocument();
  await field.fill('x'.repeat(255));
  await expect.element(counter('255/255')).not.toHaveStyle({ color: red });
  await field.fill('x'.repeat(256));
  await expect.element(counter('256/255')).toHaveStyle({ color: red });
  await expect
    .element(card)
    .toHaveTextContent('Title too long: Title must be 255 characters or less.');
  await submit.click();
  await expect.element(toast).toHaveTextContent('Title too long');
  await expect.element(nothing).toBeVisible();
  await field.fill('x'.repeat(255));
  await submit.click();
  await expect.element(row('x'.repeat(255))).toBeVisible();
});

test('[QADD-06] quick-add shows whether the item was created', async () => {
  await openApp();
  for (const type of ['campaign', 'task', 'todo'] as const) {
    await quickAdd(type, `A ${type}`);
    await said('Item created', `Your ${type} has been created successfully.`);
  }
  // Typing in a browser cannot make half a surrogate pair; a broken paste can.
  const input = field.element() as HTMLInputElement;
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(input, 'Half a pair \ud83d');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await submit.click();
  await expect
    .element(toast)
    .toHaveTextContent('Invalid input. Please check your title length and try again.');
  breakDisk();
  await field.fill('Buy a rope');
  await submit.click();
  await expect.element(toast).toHaveTextContent('Failed to create item. Please try again.');
  await expect.element(field).toHaveValue('Buy a rope');
});
