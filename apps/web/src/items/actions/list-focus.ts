import { useLayoutEffect, useRef } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import {
  focusAfterRemoval,
  modalLayers,
  setFocusFallback,
  routeHeading,
} from '../../ui/interaction/focus-return.ts';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

interface Place {
  readonly uuid: string;
  readonly index: number;
  /** Null for a text field: no typed key may act on another item. */
  readonly control: string | null;
}

/** Finds a control in the rendered row of `uuid`. */
function controlOf(list: HTMLElement, uuid: string, control: string): HTMLElement | null {
  const row = list.querySelector(`[data-uuid="${CSS.escape(uuid)}"]`);
  const wanted = row?.querySelector<HTMLElement>(`[data-control="${control}"]:not(:disabled)`);
  return wanted ?? row?.querySelector<HTMLElement>('[data-control]:not(:disabled)') ?? null;
}

function placeOf(target: EventTarget, uuids: readonly string[]): Place | null {
  if (!(target instanceof HTMLElement)) return null;
  const uuid = target.closest<HTMLElement>('[data-uuid]')?.dataset['uuid'];
  if (uuid === undefined) return null;
  const control = target.matches('input, textarea') ? null : (target.dataset['control'] ?? 'title');
  return { uuid, index: uuids.indexOf(uuid), control };
}

/** An item whose row gets the focus on this page; the next page keeps the focus on its heading. */
interface AwaitedRow {
  readonly uuid: string;
  /** The heading of the page. */
  readonly heading: HTMLElement | null;
}

/** The item that returns to a list. */
let returning: AwaitedRow | null = null;

/** The item that moves to another list, and the list that it leaves. */
let following: (AwaitedRow & { readonly from: Element | null }) | null = null;

const isOnPage = (awaited: AwaitedRow | null): awaited is AwaitedRow =>
  awaited !== null && awaited.heading === routeHeading();

/**
 * Moves the focus along with an item that is about to move to another list of the screen; null for none.
 */
export function followRow(uuid: string | null): void {
  following =
    uuid === null
      ? null
      : {
          uuid,
          heading: routeHeading(),
          from: document.activeElement?.closest('[role=list]') ?? null,
        };
}

function focusRowOf(uuid: string): boolean {
  const control = controlOf(document.body, uuid, 'title');
  control?.focus();
  return control !== null;
}

/**
 * Focuses the item's row after an undo from a toast, which disappears: as soon as the row is on the page
 * again, and until then the screen's heading. A person who has moved the focus elsewhere keeps it.
 */
export function focusWhenBack(uuid: string): void {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body;
  if (!isLost && !activeElement.closest('[data-toast-region]')) return;
  if (focusRowOf(uuid)) return;
  const heading = routeHeading();
  returning = { uuid, heading };
  heading?.focus();
}

/** Moves the focus from the screen's heading to the returned item, once rows of its list are on the page. */
export function focusReturned(): void {
  if (isOnPage(returning) && document.activeElement === returning.heading) {
    focusRowOf(returning.uuid);
  }
  returning = null;
}

/** The props that a list spreads on its element. */
export interface ListFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keeps the place of a person at the keyboard. When the focused row leaves the list, the same control of the
 * row that took its place gets the focus, and after the last row `heading`, else the screen's heading. The up
 * and down keys move to the same control of the neighbour.
 */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  uuids: readonly string[],
  heading?: RefObject<HTMLElement | null>,
): ListFocus {
  const place = useRef<Place | null>(null);

  useLayoutEffect(() => {
    if (returning === null || !uuids.includes(returning.uuid)) return;
    // The rows of a long list are rendered later.
    if (list.current?.querySelector('[data-uuid]')) focusReturned();
  }, [list, uuids]);

  useLayoutEffect(() => {
    if (!isOnPage(following) || !list.current || list.current === following.from) return;
    if (!uuids.includes(following.uuid)) return;
    const control = controlOf(list.current, following.uuid, 'title');
    if (control === null) return;
    following = null;
    // After the list that the item leaves has looked for its own next row.
    queueMicrotask(() => control.focus());
  }, [list, uuids]);

  useLayoutEffect(() => {
    const lost = place.current;
    if (lost === null || uuids.includes(lost.uuid)) return;
    place.current = null;
    const successor = () => {
      const next = uuids[Math.min(lost.index, uuids.length - 1)];
      const control =
        next !== undefined && lost.control !== null && list.current
          ? controlOf(list.current, next, lost.control)
          : null;
      return control ?? heading?.current ?? null;
    };
    const { activeElement } = document;
    if (activeElement?.closest(modalLayers)) return setFocusFallback(successor);
    if (activeElement !== document.body && activeElement !== null) return;
    const control = successor();
    (control ?? routeHeading())?.focus({ preventScroll: control === null });
  }, [list, uuids, heading]);

  // The list itself disappears with its last row.
  useLayoutEffect(() => {
    const element = list.current;
    return () => {
      if (place.current !== null) focusAfterRemoval(element, routeHeading());
    };
  }, [list]);

  return {
    onFocus: (event) => {
      place.current = placeOf(event.target, uuids);
    },
    onBlur: (event) => {
      // A removed row has no `relatedTarget`, and from a dialog the focus comes back: in both cases the place
      // is still needed.
      const { relatedTarget } = event;
      if (relatedTarget instanceof Element && !relatedTarget.closest(modalLayers)) {
        place.current = null;
      }
    },
    onKeyDown: (event) => {
      const key = pressedKey(event);
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      if (!(event.target instanceof HTMLElement) || !list.current) return;
      if (event.target.dataset['control'] === undefined) return;
      const from = placeOf(event.target, uuids);
      const next = from && uuids[from.index + (key === 'ArrowDown' ? 1 : -1)];
      const control = from?.control && next ? controlOf(list.current, next, from.control) : null;
      if (control === null) return;
      event.preventDefault();
      control.focus();
    },
  };
}
