import { useEffect } from 'react';
import { controlIn, linesAround } from '../../items/actions/list-focus.ts';
import { routeHeading } from '../../ui/interaction/focus-return.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';
import { isInLayer, isTyping } from './shortcuts.ts';

type Step = 1 | -1;

const rowSteps: Readonly<Record<string, Step>> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 };
const controlSteps: Readonly<Record<string, Step>> = { arrowright: 1, arrowleft: -1 };

/**
 * The keys of one line through all rows of a page, over the headings between their lists. Down and J, Up and
 * K move to the same control of the next row; Right and Left to the other controls of the row, which Tab
 * leaves out. While no row has the focus J and K begin with the first row in sight, as does Down on the
 * page's heading. In a layer the line is that of its own rows.
 */
export function useArrowLine(isBare: boolean): void {
  useEffect(() => {
    if (isBare) return undefined;
    let stopWaiting = () => {};
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isWithOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.defaultPrevented || isWithOther) return;
      if (!(target instanceof HTMLElement) || isTyping(target)) return;
      const move = moveOf(target, shortcutKey(event) ?? '');
      if (move === null) return;
      event.preventDefault();
      stopWaiting();
      stopWaiting = focusWhenRendered(move);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      stopWaiting();
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isBare]);
}

/** A control that is about to have the focus. */
interface LineMove {
  /** The control; null while its row is not rendered, as in a list that renders only the rows in sight. */
  readonly find: () => HTMLElement | null;
  /** The list that renders the row once `reveal` has scrolled to it. */
  readonly list?: Element;
  readonly reveal?: () => void;
}

/** Focuses the control, at once or as soon as its row is rendered; returns how to end the wait. */
function focusWhenRendered({ find, list, reveal }: LineMove): () => void {
  const found = find();
  if (found !== null || list === undefined) {
    found?.focus();
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const control = find();
    if (control === null) return;
    observer.disconnect();
    control.focus();
  });
  observer.observe(list, { childList: true, subtree: true });
  reveal?.();
  return () => observer.disconnect();
}

/** The move for a key that was pressed on `target`; null if it is none of the line's. */
function moveOf(target: HTMLElement, key: string): LineMove | null {
  const control = target.dataset['control'];
  const row = control === undefined ? null : rowOf(target);
  const step = rowSteps[key];
  if (row !== null && control !== undefined) {
    return step === undefined ? controlBeside(row, target, key) : rowBeside(row, control, step);
  }
  const isOnHeading = key === 'arrowdown' && target === routeHeading();
  if (step === undefined || isInLayer() || !(isOnHeading || /^[jk]$/.test(key))) return null;
  const first = firstInSight();
  return first === undefined ? null : { find: () => first };
}

const rowOf = (element: Element): HTMLElement | null => element.closest<HTMLElement>('[data-uuid]');

/** The control of the same row that Right or Left leads to, by the direction in which the row is read. */
function controlBeside(row: HTMLElement, control: HTMLElement, key: string): LineMove | null {
  const step = controlSteps[key];
  if (step === undefined || row.querySelector('[data-line]') === null) return null;
  const isMirrored = getComputedStyle(row).direction === 'rtl';
  const controls = [...row.querySelectorAll<HTMLElement>('[data-control]:not(:disabled)')].filter(
    (one) => one.checkVisibility(),
  );
  const next = controls[controls.indexOf(control) + (isMirrored ? -step : step)];
  return next === undefined ? null : { find: () => next };
}

/** The same control of the row above or below. */
function rowBeside(row: HTMLElement, control: string, step: Step): LineMove | null {
  const list = row.closest('[role=list], ul');
  if (list === null) return null;
  const { position, size } = positionOf(row);
  const next = position + step;
  if (next >= 1 && next <= size) {
    return rowAt(list, next, control, () => row.scrollIntoView({ block: 'center' }));
  }
  const line = row.querySelector<HTMLElement>('[data-line]');
  const rows =
    line === null
      ? [...list.querySelectorAll<HTMLElement>('[data-uuid]')]
      : linesAround(row).map((one) => rowOf(one) ?? one);
  const beside = rows[rows.indexOf(row) + step];
  if (beside === undefined) return null;
  const other = beside.closest('[role=list], ul');
  const { position: besidePosition, size: besideSize } = positionOf(beside);
  const end = step > 0 ? 1 : besideSize;
  if (other === null || besideSize === 0 || besidePosition === end) {
    return { find: () => controlIn(beside, control) };
  }
  return rowAt(other, end, control, () =>
    other.scrollIntoView({ block: step > 0 ? 'start' : 'end' }),
  );
}

/** The position of a row in a list that renders only the rows in sight, from 1; zeros in other lists. */
function positionOf(row: Element): { readonly position: number; readonly size: number } {
  const numberOf = (name: string) => Number(row.getAttribute(name) ?? 0);
  return { position: numberOf('aria-posinset'), size: numberOf('aria-setsize') };
}

function rowAt(list: Element, position: number, control: string, reveal: () => void): LineMove {
  const row = `[aria-posinset="${position}"]`;
  return { find: () => controlIn(list.querySelector(row), control), list, reveal };
}

/** The first row that nothing covers, or else the first row. */
function firstInSight(): HTMLElement | undefined {
  const lines = linesAround(null);
  const topPx = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return lines.find((line) => line.getBoundingClientRect().top >= topPx) ?? lines[0];
}
