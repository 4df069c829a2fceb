import { createItem, nobodyRemembered } from '@foray/sync';
import { browserWith, titlesOn } from '../../testing/browser.ts';

/** The idle page of a guest with an item; `isVisible` says whether the person sees the page. */
async function idlePage(isVisible: () => boolean) {
  const { start, stores, time } = browserWith(nobodyRemembered, {
    visibility: { isVisible, subscribe: () => () => undefined },
  });
  const page = await start();
  await page.erased.begin();
  const { device, loaded } = await page.current();
  await loaded;
  await createItem(device, { type: 'todo', title: 'Buy boots' });
  await time.pass(0);
  expect(titlesOn(page)).toEqual(['Buy boots']);
  const tables = stores.tables.get(0);
  tables?.erase();
  tables?.meta('account').clear();
  return { page, time };
}

test('[DATA-16] an idle page of a guest notices within 15 seconds that the items are gone', async () => {
  const { page, time } = await idlePage(() => true);
  await time.pass(15_000);
  expect(page.watch.sync.get().erased).toEqual({ lost: null });
  expect(titlesOn(page)).toEqual([]);
});

test('[DATA-16] a page that nobody sees does not look for erased data', async () => {
  const { page, time } = await idlePage(() => false);
  const read = vi.spyOn((await page.current()).device.store, 'read');
  await time.pass(60_000);
  expect(read).not.toHaveBeenCalled();
});
