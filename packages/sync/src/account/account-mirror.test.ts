import { rememberedAs } from '../testing/remembered-as.ts';
import { err, ok } from '@foray/domain';
import { transitionOf } from './account-transitions.ts';
import { testBrowser } from '../testing/test-browser.ts';
import { personOf } from '../testing/test-world.ts';

const ada = { ...personOf(1005), name: 'Ada', phone: '+15550001' };
const bob = { ...personOf(1006), name: 'Bob', phone: '+15550002' };
const asAda = rememberedAs(ada);
const asBob = rememberedAs(bob);
const full = { code: 'quota', detail: 'the test says so' } as const;
const broken = { code: 'broken', detail: 'the test says so' } as const;

type Remembered = typeof asAda;
const leave = (now: Remembered) => ({ ...now, user: null, signedOutId: ada.id });

/** Puts a row about Ada into the database that names these writes of the mirror. */
async function withHeard({ kept }: ReturnType<typeof testBrowser>, heard: readonly unknown[]) {
  const guest = await kept.open(0);
  if (!guest.ok) throw new Error(guest.error.code);
  const value = { ...asAda, heard } as typeof asAda & { readonly heard: readonly string[] };
  await guest.value.write((tx) => tx.putMeta('account', 'browser', value));
}

test('[AUTH-05] a start writes nothing that the mirror already has', async () => {
  const { mirror, page } = testBrowser();
  await page().change(() => asAda);
  const { saves } = mirror;
  expect(await page().load()).toEqual(asAda);
  await page().change((now) => now);
  expect(mirror.saves).toBe(saves);
});

test('a mere copy in the mirror is not adopted', async () => {
  const { mirror, row, page } = testBrowser();
  const tab = page();
  await tab.adoptMirror();
  expect(row()).toBeUndefined();
  await tab.change(() => asAda);
  mirror.saveAsCopy(asBob);
  await tab.adoptMirror();
  expect(row()?.user).toEqual(ada);
});

test('[PREF-05] states in the mirror that an earlier version wrote, with name and number, disappear with the next change', async () => {
  const browser = testBrowser();
  const kept = JSON.stringify(asBob);
  await withHeard(browser, [kept, 7, 'a}', 'stamp{', 'stamp']);
  expect(await browser.page().change(leave)).toMatchObject({ ok: true });
  expect(browser.row()?.heard).toEqual(['a}', 'stamp{', 'stamp']);
});

test('[AUTH-05] the row lists the last ten writes of the mirror, each once', async () => {
  const { mirror, faults, row, page } = testBrowser();
  for (let time = 1; time <= 12; time += 1) {
    await page().change(transitionOf({ kind: 'signedIn', user: ada }));
    faults.write = full;
    await page().change(leave);
    const said = mirror.value;
    faults.write = null;
    await page().load();
    // A kill reverts the mirror to this value.
    mirror.value = said;
    await page().adoptMirror();
    const heard = row()?.heard ?? [];
    expect(heard).toHaveLength(Math.min(time, 10));
    expect(heard.at(-1)).toBe(said?.stamp);
    expect(new Set(heard).size).toBe(heard.length);
  }
});

test('[AUTH-05] a change made while the row cannot be read applies to the page, and is written with its next change', async () => {
  const { mirror, faults, row, page } = testBrowser();
  const tab = page();
  await tab.change(() => asAda);
  faults.open = broken;
  expect(await tab.change(transitionOf({ kind: 'signedIn', user: bob }))).toEqual(err(broken));
  expect((await tab.load()).user).toEqual(bob);
  // Beside a row that may differ, the mirror decides nothing for other pages.
  expect(mirror.value).toMatchObject({ isCopy: true, remembered: { user: ada } });
  faults.open = null;
  expect((await tab.load()).user).toEqual(bob);
  expect(mirror.value).toMatchObject({ isCopy: true, remembered: { user: ada } });
  expect((await page().load()).user).toEqual(ada);
  await tab.change((now) => now);
  expect(row()?.user).toEqual(bob);
});

test('[AUTH-05] an unwritten change applies to its page while the row cannot be read, even without a mirror', async () => {
  const { mirror, faults, page } = testBrowser();
  const tab = page();
  await tab.change(() => asAda);
  faults.write = full;
  await tab.change(transitionOf({ kind: 'signedIn', user: bob }));
  mirror.value = null;
  faults.open = broken;
  expect((await tab.load()).user).toEqual(bob);
});

test('[AUTH-05] an empty change that cannot be written leaves the mirror unchanged', async () => {
  const { mirror, faults, page } = testBrowser();
  await page().change(() => asAda);
  const before = mirror.value;
  faults.write = full;
  expect(await page().change((now) => ({ ...now }))).toEqual(err(full));
  expect(mirror.value).toBe(before);
});

test('[AUTH-05] a state that is only in the mirror stays there until the database accepts it', async () => {
  const { mirror, faults, page } = testBrowser();
  await page().change(() => asAda);
  mirror.saveAsLastVersion(asBob);
  faults.write = full;
  for (const _ of ['this start', 'the next']) {
    expect((await page().load()).user).toEqual(bob);
    expect(mirror.value?.isCopy).toBe(false);
  }
  faults.write = null;
  expect((await page().load()).user).toEqual(bob);
  expect(mirror.value?.isCopy).toBe(true);
});

test('a store that other tabs empty again and again is no longer written', async () => {
  const { faults, page } = testBrowser();
  faults.emptied = 100;
  expect(await page().change(() => asAda)).toMatchObject(err({ code: 'closed' }));
  faults.emptied = 0;
  expect(await page().change(() => asAda)).toEqual(ok(asAda));
});
