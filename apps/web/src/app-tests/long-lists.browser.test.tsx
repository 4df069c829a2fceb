/// <reference types="@vitest/browser-playwright" />
import { cdp, page, userEvent } from 'vitest/browser';
import {
  chooseTab,
  focus,
  goOn,
  heading,
  focusAction,
  press,
  row,
  toast,
} from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';

const rows = () => document.querySelectorAll('main [role=listitem]').length;

test('[PERF-10] the rows of a long list are rendered after the page around it, visible rows first', async () => {
  await openApp('/', {
    items: Array.from({ length: 200 }, (_, place) => ({
      type: 'todo' as const,
      title: `Todo ${place}`,
    })),
  });
  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  // The code of the screen and of its list has loaded: only the rendering is recorded.
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect.poll(rows).toBeGreaterThan(20);
  await nav.getByRole('link', { name: 'Home' }).click();
  await expect.element(heading('Home')).toBeVisible();

  const counts: number[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1')?.textContent === 'Queue') counts.push(rows());
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect.element(heading('Queue')).toBeVisible();
  const inSight = Math.ceil(window.innerHeight / 40) + 1;
  await expect.poll(rows).toBeGreaterThan(inSight);
  observer.disconnect();
  expect(counts[0]).toBe(0);
  const first = counts.find((count) => count > 0) ?? 0;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(inSight);
});

test('[PERF-14] a key waits for few of the rows that come near the window by a scroll', async () => {
  await openApp('/queue', {
    items: Array.from({ length: 200 }, (_, place) => ({ type: 'todo', title: `Todo ${place}` })),
  });
  const lines = () => [...document.querySelectorAll<HTMLElement>('main [data-line]')];
  const inSight = Math.ceil(window.innerHeight / 40);
  await expect.poll(() => document.querySelector('[aria-setsize="200"]')).not.toBeNull();
  await expect.poll(rows).toBeGreaterThan(inSight + 2);
  lines()[0]?.focus();
  const known = rows();
  const afterKey = new Promise<{ tabIndex: number | undefined; added: number }>((resolve) => {
    const onScroll = async () => {
      lines()[1]?.focus({ preventScroll: true });
      // React renders the effect of a focus, and all that must come with it, in the same task.
      await Promise.resolve();
      await Promise.resolve();
      resolve({ tabIndex: lines()[1]?.tabIndex, added: rows() - known });
    };
    window.addEventListener('scroll', () => void onScroll(), { once: true });
  });
  window.scrollBy({ top: 440, behavior: 'instant' });
  const { tabIndex, added } = await afterKey;
  expect(tabIndex).toBe(0);
  expect(added).toBeLessThanOrEqual(4);
  await expect.poll(rows).toBeGreaterThan(known + 8);
});

test.each([phone, { width: 1440, height: 900 }])(
  '[PERF-11] a long list has its full height before its rows were rendered, in a window of $width px',
  async (size) => {
    await openApp('/my-list', {
      items: Array.from({ length: 240 }, (_, place) => ({ type: 'todo', title: `Item ${place}` })),
      size,
    });
    const last = page.getByText('Item 0', { exact: true });
    const lengthPx = () =>
      Math.round(document.querySelector('main [role=list]')?.getBoundingClientRect().height ?? 0);
    // Until the list has loaded, its first rows are shown instead.
    await expect.poll(() => document.querySelector('[aria-setsize="240"]')).not.toBeNull();
    const estimatedPx = lengthPx();
    await expect
      .poll(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return last.query() !== null;
      })
      .toBe(true);
    expect(lengthPx()).toBe(estimatedPx);
  },
);

test.each([
  ['rows', 'todo', 'Todos', phone],
  ['cards', 'campaign', 'Campaigns', { width: 1280, height: 800 }],
] as const)(
  '[PERF-11] Back to a long list of %s restores the scroll position',
  async (_, type, tab, size) => {
    await openApp('/queue', {
      items: Array.from({ length: 240 }, (__, place) => ({ type, title: `Item ${place}` })),
      size,
    });
    await chooseTab(tab);
    await expect.poll(rows).toBeGreaterThan(20);
    const last = page.getByRole('list', { name: /^Queue/ }).getByText('Item 0', { exact: true });
    await expect
      .poll(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return last.query() !== null;
      })
      .toBe(true);
    await expect.element(last).toBeInViewport();
    const length = document.documentElement.scrollHeight;

    goOn('/preferences');
    await expect.element(heading('Preferences')).toBeVisible();
    const lengths: number[] = [];
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === 'Queue' && rows() === 0) {
        lengths.push(document.documentElement.scrollHeight);
      }
    });
    observer.observe(document.body, { childList: true, subtree: true });
    history.back();
    await expect.element(heading('Queue')).toBeVisible();
    await expect.element(last).toBeInViewport();
    observer.disconnect();
    expect(lengths.length).toBeGreaterThan(0);
    for (const each of lengths) expect(each / length).toBeCloseTo(1, 1);
  },
);

const todos = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ type: 'todo' as const, title: `Todo ${place}` }));
const title = (name: string) => page.getByRole('button', { name, exact: true });
const undo = '{Control>}z{/Control}';

/** Until its code has loaded a long list shows its first rows in another way. */
const longRows = () => document.querySelectorAll('main [aria-posinset]').length;

/** The first test that runs bundles the code of the screens first. */
const patienceMs = 30_000;

/** Leaves Queue and comes back. */
async function reopenQueue(): Promise<void> {
  goOn('/preferences');
  await expect.element(heading('Preferences')).toBeVisible();
  goOn('/queue');
  await expect.element(heading('Queue')).toBeVisible();
}

/** Opens Queue with this many todos, enough for a long list. */
async function openLong(count: number): Promise<void> {
  await openApp('/queue', { items: todos(count) });
  // The first rows come before the others.
  await expect.poll(() => rows() === count || longRows() > 20, { timeout: patienceMs }).toBe(true);
  await reopenQueue();
  await expect.poll(longRows, { timeout: patienceMs }).toBeGreaterThan(20);
}

test('[LIST-18] a list that becomes long while it is shown keeps its rows and the focus in them', async () => {
  await openLong(61);
  await press(title('Todo 50'), '{Delete}');
  await expect.element(row('Todo 50')).not.toBeInTheDocument();
  await reopenQueue();
  await expect.poll(rows).toBe(60);
  // The keys of undo come with the messages.
  await expect.element(toast.getByText('Todo deleted')).toBeVisible();

  const other = title('Todo 58');
  await focus(other);
  const control = other.element();
  await userEvent.keyboard(undo);
  await expect.poll(rows).toBe(61);
  await expect.element(row('Todo 50')).toBeInTheDocument();
  expect(control.isConnected).toBe(true);
  expect(document.activeElement).toBe(control);
});

test('[LIST-18] after Undo in a long list the focus is on the item that came back', async () => {
  await openLong(61);
  await press(title('Todo 58'), '{Delete}');
  await expect.element(row('Todo 58')).not.toBeInTheDocument();
  const button = toast.getByRole('button', { name: 'Undo' });
  await expect.element(button).toBeVisible();
  await focusAction(button);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(row('Todo 58').getByRole('link', { name: 'Details of Todo 58' }))
    .toHaveFocus();
});

test('[LIST-19] the later rows of a long list appear without the animation of new rows', async () => {
  await openLong(200);
  const grown: string[] = [];
  const observer = new MutationObserver(() => {
    for (const one of document.querySelectorAll<HTMLElement>('main .animate-grow-in'))
      grown.push(one.innerText);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  await page.getByRole('searchbox').fill('Todo 150');
  await expect.poll(rows).toBe(1);
  observer.disconnect();
  expect(grown).toEqual([]);
});

test('[LIST-20] the view of a long list does not move when a row is inserted above it, unless the start of the list is visible', async () => {
  await openLong(300);
  await press(title('Todo 299'), '{Delete}');
  await expect.element(row('Todo 299')).not.toBeInTheDocument();
  await expect.element(toast.getByText('Todo deleted')).toBeVisible();
  const heightPx = () => document.documentElement.scrollHeight;
  const shortPx = heightPx();

  window.scrollTo(0, 1200);
  const inSight = row('Todo 265');
  await expect.element(inSight).toBeInViewport();
  const topOf = () => inSight.element().getBoundingClientRect().top;
  const topPx = topOf();
  await userEvent.keyboard(undo);
  await expect.poll(heightPx).toBeGreaterThan(shortPx);
  expect(topOf()).toBeCloseTo(topPx, 0);
  expect(window.scrollY).toBeGreaterThan(1230);

  // After the redo it disappears, and the visible part stays.
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.poll(heightPx).toBe(shortPx);
  expect(topOf()).toBeCloseTo(topPx, 0);

  window.scrollTo(0, 0);
  await expect.element(row('Todo 298')).toBeInViewport();
  await userEvent.keyboard(undo);
  await expect.element(row('Todo 299')).toBeInViewport();
  expect(window.scrollY).toBe(0);
});

test('[DEVICE-08] a long list is printed completely, and a title that is being edited stays on the screen', async () => {
  await openApp('/my-list', {
    items: Array.from({ length: 200 }, (_, place) => ({ type: 'todo', title: `Item ${place}` })),
  });
  const editor = page.getByRole('textbox', { name: 'Edit title' });
  await row('Item 199').getByRole('button', { name: 'Item 199', exact: true }).click();
  await editor.fill('Half a tit');
  window.dispatchEvent(new Event('beforeprint'));
  await expect.element(editor).toHaveValue('Half a tit');
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(editor).toHaveValue('Half a tit');

  const emulate = (media: '' | 'print') => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(() => emulate('').then(() => undefined));
  await emulate('print');
  const printed = () =>
    [...document.querySelectorAll('main [role=listitem]')].filter((line) => line.checkVisibility());
  window.dispatchEvent(new Event('beforeprint'));
  expect(printed()).toHaveLength(200);
  window.dispatchEvent(new Event('afterprint'));
  await emulate('');
  await expect.poll(() => printed().length).toBeLessThan(100);
});
