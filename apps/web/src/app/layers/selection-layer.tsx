import { useEffect, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { listOf } from '../../items/actions/list-focus.ts';
import { ItemDialogs } from '../../items/dialogs/item-dialogs.tsx';
import {
  endSelection,
  selection,
  selectUpTo,
  toggleSelected,
} from '../../items/selection/selection.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useObservable } from '../../state/observable.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { modalLayers } from '../../ui/interaction/focus-return.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';
import { addedEntries } from '../../ui/layers/added-entries.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { isTyping } from './shortcuts.ts';

const SelectionBar = lazyComponent(
  () => import('../../items/selection/selection-bar.tsx'),
  (it) => it.SelectionBar,
);

/** The item of a row that can be selected; null for rows of layers, which lie over the bar. */
function selectableAt(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-uuid]') : null;
  const uuid = row?.dataset['uuid'];
  if (uuid === undefined || row?.closest(modalLayers) || listOf(uuid) === undefined) return null;
  return uuid;
}

/** Whether a press with Shift, Ctrl or Cmd selects: a link to a page opens it elsewhere, as links do. */
function selects({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): boolean {
  if (!(target instanceof Element) || isTyping(target)) return false;
  const isFreeSpace = target.closest('[data-control=open]') !== null;
  if (target.closest('button, a') !== null && !isFreeSpace) return shiftKey && !ctrlKey && !metaKey;
  return shiftKey || ctrlKey || metaKey;
}

/** Whether a finger pressed the free space of a row while items are selected, which selects more of them. */
function selectsByTouch(event: MouseEvent): boolean {
  if (selection.get().size === 0 || !(event instanceof PointerEvent)) return false;
  const { target, pointerType } = event;
  return (
    pointerType === 'touch' && target instanceof Element && target.matches('[data-control=open]')
  );
}

function onClick(event: MouseEvent): void {
  const uuid = selectableAt(event.target);
  if (uuid === null || !(selects(event) || selectsByTouch(event))) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) selectUpTo(uuid);
  else toggleSelected(uuid);
}

/** A press with Shift would mark the text between two rows. */
function onMouseDown(event: MouseEvent): void {
  if (!event.shiftKey || selectableAt(event.target) === null || !selects(event)) return;
  event.preventDefault();
  const { target } = event;
  const row = target instanceof Element ? target.closest('[data-uuid]') : null;
  row?.querySelector<HTMLElement>('[data-line]')?.focus({ preventScroll: true });
}

function onKeyDown(event: KeyboardEvent): void {
  const { target, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  const key = shortcutKey(event);
  if (isTyping(target) || !(target instanceof Element)) return;
  if (key === 'escape') {
    if (selection.get().size === 0 || target.closest(`${modalLayers}, [role=menu]`)) return;
    event.preventDefault();
    return endSelection();
  }
  const uuid = key === 'x' && target.matches('[data-control]') ? selectableAt(target) : null;
  if (uuid === null) return;
  event.preventDefault();
  if (!repeat) toggleSelected(uuid);
}

/**
 * The selection of rows, and the bar for several items. X on a row selects it, as do Ctrl or Cmd with a press and
 * an entry of its menu; Shift with a press selects a range. It ends on another page.
 */
export function SelectionLayer() {
  const isSelecting = useObservable({
    subscribe: selection.subscribe,
    get: () => selection.get().size > 0,
  });
  const [path] = useBrowserLocation();
  useEffect(() => endSelection, [path]);
  useEffect(() => {
    const { selecting: strings } = lazyMessages;
    addedEntries.of = (anchor) => {
      const uuid = anchor?.matches('[data-control=menu]') ? selectableAt(anchor) : null;
      if (uuid === null) return [];
      const label = selection.get().has(uuid) ? strings.deselect : strings.select;
      const onSelect = () => toggleSelected(uuid);
      return [{ kind: 'action', label, icon: firstIcons.done, keys: 'X', onSelect }];
    };
    document.addEventListener('click', onClick, true);
    document.addEventListener('mousedown', onMouseDown, true);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      addedEntries.of = () => [];
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('mousedown', onMouseDown, true);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  const [isUsed, setIsUsed] = useState(false);
  if (isSelecting && !isUsed) setIsUsed(true);
  return (
    <ItemDialogs>
      {isUsed && (
        <LayerBoundary onClose={endSelection}>
          <SelectionBar />
        </LayerBoundary>
      )}
    </ItemDialogs>
  );
}
