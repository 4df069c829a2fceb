import { pressedKey, shortcutKey } from './pressed-key.ts';

const press = (key: string, code: string, more: object = {}) =>
  ({ key, code, isComposing: false, keyCode: 0, ...more }) as KeyboardEvent;

test.each([
  ['л', 'KeyK', 'k'],
  ['Я', 'KeyZ', 'z'],
  ['т', 'KeyN', 'n'],
  ['κ', 'KeyK', 'k'],
  ['ז', 'KeyZ', 'z'],
  ['لا', 'KeyB', 'b'],
  [';', 'KeyQ', 'q'],
  ['/', 'KeyQ', 'q'],
  ['ж', 'Semicolon', 'ж'],
])(
  '[LAYOUT-27] %s at %s is the shortcut %s on a keyboard of a non-Latin script',
  (key, code, meant) => {
    expect(shortcutKey(press(key, code))).toBe(meant);
  },
);

test.each([
  ['k', 'KeyV', 'k'],
  ['K', 'KeyK', 'k'],
  ['é', 'KeyE', 'é'],
  ["'", 'KeyQ', "'"],
  ['?', 'KeyN', '?'],
  ['Delete', 'Delete', 'delete'],
])(
  '[LAYOUT-27] %s at %s counts as the letter it writes, %s, on a Latin keyboard',
  (key, code, meant) => {
    expect(shortcutKey(press(key, code))).toBe(meant);
  },
);

test.each([[{ isComposing: true }], [{ keyCode: 229 }]])(
  '[LAYOUT-28] a key that an input method handles (%o) means nothing to the app',
  (composing) => {
    expect(pressedKey(press('Enter', 'Enter', composing))).toBeNull();
    expect(shortcutKey(press('z', 'KeyZ', composing))).toBeNull();
    const nativeEvent = press('Enter', 'Enter', composing);
    expect(pressedKey({ nativeEvent } as unknown as React.KeyboardEvent)).toBeNull();
  },
);
