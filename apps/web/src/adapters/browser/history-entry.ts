import { useEffect } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';

/** The app's data in an entry of the browser's history, which is still there after Back. */
export interface HistoryEntry {
  /** The number of the app's entries before it. */
  readonly depth?: number;
  /** The number of layers over the page of this entry, each with an entry of its own. */
  readonly layers?: number;
  /** Positions and states of a screen, by name. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** The app's data in the current entry. */
export function entry(): HistoryEntry {
  return (history.state as HistoryEntry | null) ?? {};
}

function changeEntry(change: HistoryEntry): void {
  history.replaceState({ ...entry(), ...change }, '');
}

let depth = 0;
let pageDepth = 0;

function writeDepth(): void {
  if (entry().depth !== depth) changeEntry({ depth });
}

function readDepth(): void {
  depth = entry().depth ?? 0;
  writeDepth();
}

/**
 * Records the page of the entry, and returns whether the page has changed: a page also has an entry for each
 * open layer.
 */
function notePage(): boolean {
  const before = pageDepth;
  pageDepth = depth - (entry().layers ?? 0);
  return pageDepth !== before;
}

/**
 * Numbers the history entries from now on, also across a reload. `onPush` is called for a new page,
 * `onReturn` for one to which the browser went back or forward (decision 0059).
 */
export function followHistory(on: { onPush: () => void; onReturn: () => void }): void {
  readDepth();
  notePage();
  // wouter dispatches events of these names for history.pushState and history.replaceState.
  window.addEventListener('pushState', () => {
    depth += 1;
    writeDepth();
    if (notePage()) on.onPush();
  });
  window.addEventListener('replaceState', () => {
    writeDepth();
    if (notePage()) on.onPush();
  });
  window.addEventListener('popstate', () => {
    readDepth();
    if (notePage()) on.onReturn();
  });
}

/** The value that `useKeep` has stored under this name in the browser's current history entry. */
export function keptHere(name: string): string | undefined {
  return entry().kept?.[name];
}

/** Stores `value` under this name in the history entry of the page, without adding an entry. */
export function useKeep(name: string, value: string): void {
  // Another entry of the same page that has no value yet is written too.
  const state = useHistoryState<HistoryEntry | null>();
  const kept = state?.kept?.[name] ?? '';
  useEffect(() => {
    if (kept !== value) changeEntry({ kept: { ...entry().kept, [name]: value } });
  }, [name, value, kept]);
}
