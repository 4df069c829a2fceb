import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Observable } from '../../state/observable.ts';
import { announce } from '../../ui/display/announcer.tsx';
import { listOf } from '../actions/list-focus.ts';

const { selecting: strings } = lazyMessages;

const nothing: ReadonlySet<string> = new Set();

/** The selected items of the page, in the order in which they were selected. */
export const selection = new Observable(nothing);

/** The item that was selected last: a range begins at it. */
let last: string | null = null;

function select(uuids: Iterable<string>, latest: string | null): void {
  const chosen = new Set(uuids);
  last = latest;
  selection.set(chosen.size === 0 ? nothing : chosen);
  announce(chosen.size === 0 ? strings.none : strings.count(chosen.size));
}

/** Selects an item, or ends that. */
export function toggleSelected(uuid: string): void {
  const chosen = new Set(selection.get());
  if (!chosen.delete(uuid)) chosen.add(uuid);
  select(chosen, uuid);
}

/** Also selects the items between the one that was selected last and this one; only this one in another list. */
export function selectUpTo(uuid: string): void {
  const list = listOf(uuid) ?? [];
  const [from, to] = [list.indexOf(last ?? ''), list.indexOf(uuid)];
  const range =
    from < 0 || selection.get().size === 0
      ? [uuid]
      : list.slice(Math.min(from, to), Math.max(from, to) + 1);
  const start = last;
  select([...selection.get(), ...range], range.length > 1 ? start : uuid);
}

/** Selects all items of the list of the item that was selected last. */
export function selectAll(): void {
  select([...selection.get(), ...(listOf(last ?? '') ?? [])], last);
}

/** The element that has the focus after the selection: the row of the item that was selected last. */
export function lastSelected(): string | null {
  return last;
}

/** Ends the selection, which screen readers announce. */
export function endSelection(): void {
  if (selection.get() !== nothing) select(nothing, last);
}

/** Drops items that the lists of the page no longer have. */
export function dropUnlisted(): void {
  const before = selection.get();
  const left = [...before].filter((uuid) => listOf(uuid) !== undefined);
  if (left.length < before.size) select(left, last);
}
