import { closeLayersAbove, countLayers, followLayers } from '../../state/open-layers.ts';
import { entry } from './history-entry.ts';
import type { HistoryEntry } from './history-entry.ts';

// An open dialog or menu has an entry of its own in the browser's history, with the address of its page, so
// that Back closes it (decision 0176). The entries follow the open layers: a layer that closes otherwise
// leaves by going back, and the app waits for that before it goes anywhere else.

/** Some browsers report nothing if there is no entry to go to. */
const maxTravelMs = 1000;

let isTravelling = false;
/** The moves of this module that the browser has not reported yet. */
let unreported = 0;
let silence = 0;
const waiting: (() => void)[] = [];
/** An address that replaced that of the page at this depth while a layer was open over it. */
let replaced: { readonly depth: number; readonly state: unknown; readonly address: string } | null =
  null;

/** The number of entries of layers that belong to this page, up to the current entry. */
function layersHere(): number {
  return entry().layers ?? 0;
}

/** The depth of the page's own entry, without those of its layers. */
export function pageDepth(): number {
  return (entry().depth ?? 0) - layersHere();
}

/** Whether a page of the app is before this one in the browser's history. */
export function canGoBack(): boolean {
  return pageDepth() > 0;
}

/** Goes to the page, or the sheet, before this one. */
export function goBack(): void {
  travel(() => -1 - layersHere());
}

/**
 * Moves through the history by a number of entries, which is computed when an earlier move has ended.
 */
export function travel(steps: () => number): void {
  whenStill(() => {
    const by = steps();
    if (by === 0) return;
    isTravelling = true;
    unreported += 1;
    history.go(by);
    silence = window.setTimeout(endTravel, maxTravelMs);
  });
}

/** Runs `work` now, or when the move through the history has ended. */
function whenStill(work: () => void): void {
  if (isTravelling) waiting.push(work);
  else work();
}

function endTravel(): void {
  isTravelling = false;
  clearTimeout(silence);
  while (!isTravelling) {
    const work = waiting.shift();
    if (work === undefined) return;
    work();
  }
}

/** Gives open layers their entries, and closes them when the browser leaves these. */
export function followLayerEntries(): void {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  let scheduled = 0;
  const schedule = (): void => {
    clearTimeout(scheduled);
    // A menu that opens a dialog has closed by then, and the dialog takes over its entry.
    scheduled = window.setTimeout(follow);
  };
  function follow(): void {
    if (isTravelling) return;
    for (let here = layersHere(); here < countLayers(); here += 1) {
      push({ ...entry(), layers: here + 1 }, '');
    }
    travel(() => countLayers() - layersHere());
  }
  history.pushState = (state, unused, address) =>
    whenStill(() => {
      // The next page takes over the entry of a layer: Back leads from it to this page.
      if (layersHere() > 0) replace(state, unused, address);
      else push(state, unused, address);
    });
  history.replaceState = (state: unknown, unused, address) => {
    if (address == null) return replace(state, unused);
    whenStill(() => {
      const layers = layersHere();
      if (layers === 0) return replace(state, unused, address);
      replaced = { depth: pageDepth(), state, address: `${address}` };
      replace({ ...(state as HistoryEntry | null), depth: entry().depth, layers }, unused, address);
    });
  };
  const onMove = (): void => {
    if (replaced !== null && layersHere() === 0) {
      if (replaced.depth === pageDepth()) replace(replaced.state, '', replaced.address);
      replaced = null;
    }
    // A busy browser can report a move after it has been given up.
    if (unreported > 0) unreported -= 1;
    else closeLayersAbove(layersHere());
    endTravel();
    schedule();
  };
  // Before the router reads the address.
  window.addEventListener('popstate', onMove, { capture: true });
  followLayers(schedule);
  schedule();
}
