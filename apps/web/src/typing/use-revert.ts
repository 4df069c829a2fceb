import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { TypedToken } from '@foray/typing';
import { pressedKey } from '../ui/interaction/pressed-key.ts';

/** Backspace directly after recognised words calls `onKeepAsText` with them and deletes nothing. */
export function useRevert(
  input: RefObject<HTMLInputElement | null>,
  tokens: readonly TypedToken[],
  onKeepAsText: (token: TypedToken) => void,
): void {
  useEffect(() => {
    const field = input.current;
    if (field === null || tokens.length === 0) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Backspace' || field.readOnly) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (field.selectionStart !== field.selectionEnd) return;
      const token = tokens.find(({ end }) => end === field.selectionEnd);
      if (token === undefined) return;
      event.preventDefault();
      onKeepAsText(token);
    };
    field.addEventListener('keydown', onKeyDown);
    return () => field.removeEventListener('keydown', onKeyDown);
  }, [input, tokens, onKeepAsText]);
}
