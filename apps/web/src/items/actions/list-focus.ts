import { useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { Observable, useObservable } from '../../state/observable.ts';
import {
  awaitsRow,
  focusAfterRemoval,
  modalLayers,
  setFocusFallback,
  routeHeading,
} from '../../ui/interaction/focus-return.ts';

interface Place {
  readonly uuid: string;
  readonly index: number;
  /** Null for a text field: no typed key may act on another item. */
  readonly control: string | null;
}

/** Finds a control of a row, or else the one that has the focus first. */
export function controlIn(row: Element | null, control: string): HTMLElement | null {
  for (const wanted of [`="${control}"]:not(:disabled)`, '][data-line]', ']:not(:disabled)']) {
    const found = row?.querySelector<HTMLElement>(`[data-control${wanted}`);
    if (found) return found;
  }
  return null;
}

/** Finds a control in the rendered row of `uuid`. */
function controlOf(list: HTMLElement, uuid: string, control: string): HTMLElement | null {
  return controlIn(list.querySelector(`[data-uuid="${CSS.escape(uuid)}"]`), control);
}

/**
 * The rows of items on the page, or in the layer, around `element`, from above: of each the control that has
 * the focus first.
 */
export function linesAround(element: Element | null): readonly HTMLElement[] {
  const scope = element?.closest(modalLayers) ?? document.querySelector('main');
  return [...(scope?.querySelectorAll<HTMLElement>('[data-line]:not([inert] *)') ?? [])];
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
  const control = controlOf(document.body, uuid, 'open');
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

/** Whether the focused heading of the page passes the focus on to the first row. */
const awaitsFirstRow = () => document.activeElement?.matches(`[${awaitsRow}]`) === true;

/**
 * Moves the focus from the screen's heading to the returned item, or to the first row that it waits for,
 * once rows of the list are on the page; and to the row `replaced`, if the focus was lost with it.
 */
export function focusReturned(replaced?: string): void {
  const { activeElement } = document;
  if (isOnPage(returning) && activeElement === returning.heading) focusRowOf(returning.uuid);
  else if (awaitsFirstRow()) linesAround(null)[0]?.focus();
  else if (replaced !== undefined && activeElement === document.body) focusRowOf(replaced);
  returning = null;
}

/** The props that a list spreads on its element. */
export interface ListFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** The item of a list whose row Tab reaches; a change renders the links of two rows, not the list. */
export type TabStop = Observable<string | undefined>;

/** The items of the lists on the page. */
const listed = new Map<TabStop, readonly string[]>();

/** The items of a list of the page that has the item, also where its row is not rendered. */
export function listOf(uuid: string): readonly string[] | undefined {
  return [...listed.values()].find((uuids) => uuids.includes(uuid));
}

/**
 * The only row of a list that Tab reaches: the last one that had the focus, at first the first one; and the
 * handler by which it follows the focus. After rows were replaced, `onShown` returns the focus to its row.
 */
export function useTabStop(uuids: readonly string[]) {
  const [tabStop] = useState<TabStop>(() => new Observable(uuids[0]));
  const last = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!uuids.includes(tabStop.get() ?? '')) tabStop.set(uuids[0]);
    listed.set(tabStop, uuids);
    return () => void listed.delete(tabStop);
  }, [tabStop, uuids]);
  return {
    tabStop,
    onShown: () => focusReturned(last.current),
    onFocusCapture({ target }: FocusEvent) {
      last.current = target.closest<HTMLElement>('[data-uuid]')?.dataset['uuid'];
      if (last.current !== undefined) tabStop.set(last.current);
    },
  };
}

/** The `tabIndex` of the control of a row that has the focus first. */
export function useTabIndex({ subscribe, get }: TabStop, uuid: string): 0 | -1 {
  return useObservable({ subscribe, get: () => get() === uuid }) ? 0 : -1;
}

/**
 * Keeps the place of a person at the keyboard. When the focused row leaves the list, the same control of the
 * row that took its place gets the focus; after the last row `heading`, else the next list of the page, else
 * the screen's heading.
 */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  uuids: readonly string[],
  heading?: RefObject<HTMLElement | null>,
): ListFocus {
  const place = useRef<Place | null>(null);

  useLayoutEffect(() => {
    if (returning === null ? !awaitsFirstRow() : !uuids.includes(returning.uuid)) return;
    // The rows of a long list are rendered later.
    if (list.current?.querySelector('[data-uuid]')) focusReturned();
  }, [list, uuids]);

  useLayoutEffect(() => {
    if (!isOnPage(following) || !list.current || list.current === following.from) return;
    if (!uuids.includes(following.uuid)) return;
    const control = controlOf(list.current, following.uuid, 'open');
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
      if (element === null || place.current === null) return;
      const successor = neighbourOf(element);
      if (document.activeElement?.closest(modalLayers)) setFocusFallback(successor);
      else focusAfterRemoval(element, successor);
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
  };
}

/**
 * Finds the row that follows a list that is about to be removed: the next one on the page, else the last one
 * before, else the screen's heading.
 */
function neighbourOf(list: HTMLElement): () => HTMLElement | null {
  const lines = linesAround(list).filter((line) => !list.contains(line));
  const isBefore = (line: Node) =>
    (list.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const after = lines.filter((line) => !isBefore(line));
  const order = [...after, ...lines.filter(isBefore).toReversed()];
  // That of another page is not there yet.
  const heading = routeHeading();
  return () => order.find((line) => line.isConnected) ?? heading;
}
