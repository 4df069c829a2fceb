import { PersistedSetting } from './persisted-setting.ts';

const key = 'test-storage';
const initial = { step: 0, isOn: false, doneAt: null as string | null };
const open = () => new PersistedSetting(key, initial);

/** Stores `state` as another tab does, and reports it as the browser would. */
function storeElsewhere(state: unknown): void {
  localStorage.setItem(key, JSON.stringify({ state, version: 0 }));
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

beforeEach(() => localStorage.clear());

test('a setting is still set at the next start, and nothing is written before it is set', () => {
  const setting = open();
  expect(localStorage.getItem(key)).toBeNull();
  setting.set({ step: 2, doneAt: '2026-01-05' });
  expect(open().get()).toEqual({ step: 2, isOn: false, doneAt: '2026-01-05' });
});

test('a change in another tab is adopted, and not written again here', () => {
  const setting = open();
  const seen: number[] = [];
  setting.subscribe(() => seen.push(setting.get().step));
  storeElsewhere({ step: 3 });
  expect(seen).toEqual([3]);
  expect(localStorage.getItem(key)).toBe('{"state":{"step":3},"version":0}');
});

test('clearing everything in another tab restores the initial setting', () => {
  const setting = open();
  setting.set({ isOn: true });
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(setting.get()).toEqual(initial);
});

test('stored fields of an unknown kind or name are ignored', () => {
  const setting = open();
  storeElsewhere({ step: 'three', isOn: true, doneAt: 5, other: 1 });
  expect(setting.get()).toEqual({ step: 0, isOn: true, doneAt: null });
});

test('unreadable contents restore the initial setting', () => {
  for (const contents of ['', '{', 'null', '[]', '{"state":null}']) {
    localStorage.setItem(key, contents);
    expect(open().get()).toEqual(initial);
  }
});
