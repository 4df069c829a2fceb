import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { replaceSheet } from '../../adapters/browser/sheet-entry.ts';
import { linesAround } from '../../items/actions/list-focus.ts';
import { isBeside } from '../../ui/interaction/beside.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';
import { useDelay } from '../../ui/interaction/use-delay.ts';

/** A held arrow key changes the sheet once it rests: browsers limit changes of the address. */
const restMs = 60;

const uuidOf = (element: Element) => element.closest<HTMLElement>('[data-uuid]')?.dataset['uuid'];

/** The focus of the row of an item in the page below, where its sheet opens; null if there is none. */
export function rowOf(uuid: string): HTMLElement | null {
  const row = document.querySelector(`main [data-uuid="${CSS.escape(uuid)}"]`);
  return row?.querySelector<HTMLElement>('[data-line]') ?? null;
}

/** Marks the row of the item of a sheet beside its list, and shows the item whose row gets the focus by a key. */
export function FollowedRow({ uuid }: { readonly uuid: string }) {
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const isRow =
        isBeside() &&
        target instanceof Element &&
        target.matches('main [data-uuid] [data-line]:focus-visible');
      setNext((isRow && uuidOf(target)) || null);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useEffect(() => {
    const row = rowOf(uuid)?.closest('[data-uuid]');
    row?.setAttribute('data-shown', '');
    return () => row?.removeAttribute('data-shown');
  }, [uuid]);
  const show = () => {
    if (next !== null) replaceSheet(next);
    setNext(null);
  };
  useDelay(show, next === null || next === uuid ? null : restMs, next);
  return null;
}

const steps: Readonly<Record<string, number>> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 };

/** The keys of the line in the sheet of an item: they go on from the row of that item. */
export function lineKeys(uuid: string) {
  return { onKeyDown: (event: KeyboardEvent) => stepToRow(event, uuid) };
}

/**
 * Goes by the keys of the line from the sheet of an item to the row before or after that of the item: by J and K
 * from any control, by the arrow keys, which also scroll, from the title.
 */
function stepToRow(event: KeyboardEvent, uuid: string): void {
  const { target } = event;
  const key = shortcutKey(event) ?? '';
  const step = steps[key];
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (!isBeside() || step === undefined || !isPlain || event.defaultPrevented) return;
  if (!(target instanceof Element) || target.closest('[data-uuid], input, textarea, select'))
    return;
  if (!target.matches('[data-autofocus]') && key.length > 1) return;
  const lines = linesAround(null);
  const at = lines.findIndex((line) => uuidOf(line) === uuid);
  const next = at === -1 ? undefined : lines[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
