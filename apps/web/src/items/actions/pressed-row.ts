import type { KeyboardEvent } from 'react';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

/** The row of an item around an element. */
export function rowAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-uuid]') : null;
}

/**
 * The key of a press with Alt alone on a row, and the item of that row; null for any other press. In the
 * editor of a title such keys move the cursor.
 */
export function altKeyOnRow(
  event: KeyboardEvent,
): { readonly key: string | null; readonly uuid: string } | null {
  const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const uuid = rowAt(target)?.dataset['uuid'];
  if (!altKey || ctrlKey || metaKey || shiftKey || uuid === undefined) return null;
  const isTextField = target instanceof Element && target.matches('input, textarea');
  return isTextField ? null : { key: pressedKey(event), uuid };
}
