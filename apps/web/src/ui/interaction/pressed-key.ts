import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

type Pressed = KeyboardEvent | ReactKeyboardEvent;

/** The number that browsers report for a key handled by an input method; Safari reports it only here. */
const takenByInputMethod = 229;

/**
 * The key as `KeyboardEvent.key` names it, or null while a text is being composed: the Enter, Escape or
 * arrow of a Japanese, Chinese or Korean conversion belongs to the conversion alone.
 */
export function pressedKey(pressed: Pressed): string | null {
  const { isComposing, keyCode, key } = 'nativeEvent' in pressed ? pressed.nativeEvent : pressed;
  return isComposing || keyCode === takenByInputMethod ? null : key;
}

/**
 * The key of a shortcut in lower case, or null while a text is being composed. A Latin letter counts as the
 * letter it writes, also on Dvorak; on a keyboard of another script the position of the key counts.
 */
export function shortcutKey(pressed: Pressed): string | null {
  const key = pressedKey(pressed);
  if (key === null) return null;
  const letter = /^Key([A-Z])$/.exec(pressed.code)?.[1] ?? '';
  const isOtherScript = /^\P{ASCII}+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  // Greek and Hebrew keyboards have an ASCII character in the place of Q.
  const isSignOnQ = letter === 'Q' && /^[;/]$/.test(key);
  return (letter !== '' && (isOtherScript || isSignOnQ) ? letter : key).toLowerCase();
}
