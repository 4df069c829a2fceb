import { rememberedAs } from '../testing/remembered-as.ts';
import { err } from '@foray/domain';
import { nobodyRemembered, readRemembered } from '../store/remembered-account.ts';
import { testBrowser } from '../testing/test-browser.ts';
import { transitionOf } from './account-transitions.ts';

const at = '2026-01-05T00:00:00.000Z';
const ada = { id: 1005, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };
const bob = { ...ada, id: 1006, name: 'Bob', phone: '+15550002' };
const asAda = rememberedAs(ada);
const asBob = rememberedAs(bob);

test.each([
  ['signed in', nobodyRemembered, asAda],
  ['signed out', asAda, nobodyRemembered],
  ['signed in as somebody else', asAda, asBob],
])(
  '[AUTH-05] the next start finds the user who was %s last, even if localStorage says otherwise',
  async (_, stale, last) => {
    const { mirror, page } = testBrowser();
    // The last version of the app ran here first.
    mirror.saveAsLastVersion(stale);
    await page().change((now) => now);
    await page().change(() => last);
    for (const isCopy of [true, false]) {
      mirror.value = { remembered: stale, isCopy, stamp: null };
      expect(await page().load()).toEqual(last);
      expect(mirror.value).toEqual({ remembered: last, isCopy: true, stamp: null });
    }
    mirror.value = null;
    expect(await page().load()).toEqual(last);
  },
);

test('[AUTH-05] a user signed in by the last version of the app stays signed in, and is adopted once', async () => {
  const { mirror, row, page } = testBrowser();
  const left = { user: ada, signedOutId: null, leaving: [{ userId: 7, unsent: 'keep' }] };
  const remembered = readRemembered(JSON.parse(JSON.stringify(left)));
  if (remembered === null) throw new Error('not read');
  mirror.saveAsLastVersion(remembered);
  const taken = { ...asAda, leaving: [{ userId: 7, unsent: 'keep', decidedBefore: 0 }] };
  expect(await page().load()).toEqual(taken);
  expect(row()).toMatchObject(taken);
  // The disk has an older copy by the last version: it is ignored from now on.
  await page().change((now) => ({ ...now, user: null }));
  mirror.saveAsLastVersion(remembered);
  expect((await page().load()).user).toBeNull();
});

test('[AUTH-05] a copy in localStorage is ignored if the database does not answer', async () => {
  const { mirror, faults, page } = testBrowser();
  mirror.saveAsCopy(asAda);
  expect(await page().load()).toEqual(nobodyRemembered);
  mirror.saveAsCopy(asAda);
  faults.open = { code: 'broken', detail: 'the test says so' };
  expect(await page().load()).toEqual(nobodyRemembered);
});

test('[AUTH-05] [PREF-05] two identical log-outs written only to localStorage count as two, and leave no name in the row', async () => {
  const { mirror, faults, row, page } = testBrowser();
  const leave = (now: typeof asAda) => ({ ...now, user: null, signedOutId: ada.id, known: [] });
  for (const time of ['first', 'second']) {
    await page().change(transitionOf({ kind: 'signedIn', user: ada }));
    faults.write = { code: 'quota', detail: 'the test says so' };
    await page().change(leave);
    const copy = mirror.value;
    faults.write = null;
    expect((await page().load()).signedOutId, time).toBe(ada.id);
    await page().change((now) => ({ ...now, known: [] }));
    const text = JSON.stringify(row());
    expect(text).not.toContain(ada.phone);
    expect(text).not.toContain(ada.name);
    // A kill reverts localStorage to this value: it does not count once more.
    await page().change(transitionOf({ kind: 'signedIn', user: bob }));
    mirror.value = copy;
    expect((await page().load()).user).toEqual(bob);
  }
});

test('[PREF-05] a state written by the last version leaves no name and no number in the row', async () => {
  const { mirror, row, page } = testBrowser();
  mirror.saveAsLastVersion(asAda);
  await page().load();
  await page().change(() => nobodyRemembered);
  const text = JSON.stringify(row());
  expect(text).not.toContain(ada.name);
  expect(text).not.toContain(ada.phone);
  mirror.saveAsLastVersion(asAda);
  expect((await page().load()).user).toBeNull();
});

test('a state published by a tab without marks removes no mark', async () => {
  const { mirror, page } = testBrowser();
  const marks = { signIns: ['one'], deletions: [{ userId: ada.id, askedAtMs: 7 }] };
  await page().change((now) => ({ ...now, ...marks }));
  mirror.saveAsLastVersion(asBob);
  expect(await page().load()).toMatchObject({ user: bob, ...marks });
});

test('a browser without a database remembers the signed-in user as well as its localStorage does', async () => {
  const { faults, page } = testBrowser();
  faults.open = { code: 'unavailable', detail: 'the test says so' };
  expect(await page().change(transitionOf({ kind: 'signedIn', user: ada }))).toMatchObject({
    ok: false,
  });
  expect(await page().load()).toEqual(asAda);
});

test('a change that a full disk refused applies to the page, and becomes durable with the next change', async () => {
  const { mirror, faults, page } = testBrowser();
  await page().change(() => asAda);
  const tab = page();
  faults.write = { code: 'quota', detail: 'the test says so' };
  const left = await tab.change((now) => ({ ...now, user: null, signedOutId: ada.id }));
  expect(left).toEqual(err(faults.write));
  expect((await tab.load()).user).toBeNull();
  expect(mirror.value).toMatchObject({ isCopy: false, remembered: { user: null } });
  // Another page finds the change in localStorage.
  expect((await page().load()).user).toBeNull();
  faults.write = null;
  expect(await tab.change((now) => ({ ...now, signedOutId: null }))).toMatchObject({ ok: true });
  expect(await page().load()).toEqual({ ...asAda, user: null });
});

test('two tabs that change the remembered account at once lose no change', async () => {
  const { page } = testBrowser();
  const [one, other] = [page(), page()];
  const count = (now: typeof asAda) => ({ ...now, signedOutId: (now.signedOutId ?? 0) + 1 });
  const changes = Array.from({ length: 10 }, () => [one.change(count), other.change(count)]);
  await Promise.all(changes.flat());
  expect((await page().load()).signedOutId).toBe(20);
});

test('a write by a tab of the last version is adopted at once', async () => {
  const { mirror, row, page } = testBrowser();
  const tab = page();
  await tab.change(() => asAda);
  mirror.saveAsLastVersion(asBob);
  await tab.adoptMirror();
  expect(row()?.user).toEqual(bob);
  expect(await page().load()).toMatchObject({ user: bob });
  expect(mirror.value?.isCopy).toBe(true);
});

test('[AUTH-05] a change by a tab of the last version made while no other tab was open is adopted once, at the next start', async () => {
  const { mirror, page } = testBrowser();
  await page().change(() => asAda);
  const left = { ...nobodyRemembered, signedOutId: ada.id };
  mirror.saveAsLastVersion(left);
  expect(await page().load()).toEqual({ ...left, known: asAda.known });
  expect(mirror.value?.isCopy).toBe(true);
  await page().change(transitionOf({ kind: 'signedIn', user: bob }));
  // A kill reverts localStorage to an earlier state.
  mirror.saveAsLastVersion(left);
  expect((await page().load()).user).toEqual(bob);
  mirror.saveAsLastVersion({ ...left, signedOutId: bob.id });
  expect((await page().load()).user).toBeNull();
});

test('[AUTH-05] a signed-in user stays signed in while another tab empties the guest’s store', async () => {
  const { mirror, faults, kept, page } = testBrowser();
  const tab = page();
  await tab.change(() => asAda);
  faults.emptied = 1;
  expect((await tab.load()).user).toEqual(ada);
  const [opened, other] = [await kept.open(0), await kept.open(0)];
  if (other.ok) await other.value.destroy();
  expect((await tab.loadFrom(opened)).user).toEqual(ada);
  faults.emptied = 1;
  expect(await tab.change((now) => ({ ...now, signedOutId: 7 }))).toMatchObject({ ok: true });
  expect(mirror.value).toMatchObject({ isCopy: true, remembered: { user: ada, signedOutId: 7 } });
  expect((await page().load()).user).toEqual(ada);
});

test('[AUTH-05] a change made while the row cannot be read does not count as newer than the row', async () => {
  const { mirror, faults, page } = testBrowser();
  const tab = page();
  await tab.change(() => asAda);
  faults.open = { code: 'broken', detail: 'the test says so' };
  expect(await tab.change((now) => ({ ...now, signedOutId: null }))).toMatchObject({ ok: false });
  expect(mirror.value?.isCopy).toBe(true);
  faults.open = null;
  expect((await page().load()).user).toEqual(ada);
  expect((await tab.load()).user).toEqual(ada);
});

test('an unwritten change does not replace a later write of another page', async () => {
  const { mirror, faults, page } = testBrowser();
  await page().change(() => asAda);
  const tab = page();
  faults.write = { code: 'quota', detail: 'the test says so' };
  await tab.change((now) => ({ ...now, user: null }));
  faults.write = null;
  // A tab without storage events.
  mirror.value = null;
  await page().change(transitionOf({ kind: 'signedIn', user: bob }));
  expect((await tab.load()).user).toEqual(bob);
  await tab.change((now) => now);
  expect((await page().load()).user).toEqual(bob);
});

test('a start writes nothing in a browser without a sign-in', async () => {
  const { mirror, kept, page } = testBrowser();
  expect(await page().load()).toEqual(nobodyRemembered);
  expect(kept.tables.get(0)?.meta('account').size).toBe(0);
  expect(mirror.saves).toBe(0);
});

test.each([null, 7, 'x', [], { user: { id: 'x' }, leaving: [{}], known: [{ userId: 0 }] }])(
  'the readable part of a damaged row is kept, and the rest counts as signed out: %j',
  (value) => {
    const read = readRemembered(value);
    expect(read ?? nobodyRemembered).toEqual(nobodyRemembered);
  },
);
