import type { ListName, Tab } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { formatCount } from '../../messages/messages.ts';
import { useTabCount } from '../../replica/hooks/use-tab-count.ts';
import { useHidesCompleted } from '../../settings/shown-items.ts';

const { listScreens: strings } = lazyMessages;

/** A list with the tabs All, Campaigns, Tasks and Todos. */
interface TypedList {
  readonly list: 'home' | ListName;
}

function useCount(list: TypedList['list'], tab: Tab): number {
  const isHidden = useHidesCompleted();
  return useTabCount({ list, tab }, list === 'home' && isHidden);
}

/** The number of items that a tab shows; renders nothing if it shows none. */
export function TabCount({ list, tab }: TypedList & { readonly tab: Tab }) {
  const count = useCount(list, tab);
  return count === 0 ? null : (
    <span className="text-meta font-normal text-ink-3">{formatCount(count)}</span>
  );
}

/**
 * Below the items of All, which leaves out those inside others: their number, as a link to the tab that has
 * them. Renders nothing if there are none.
 */
export function InsideNote({ list }: TypedList) {
  const all = useCount(list, 'all');
  const todos = useCount(list, 'todo');
  const count = useCount(list, 'campaign') + useCount(list, 'task') + todos - all;
  if (count <= 0) return null;
  return (
    <p className="mt-2 px-2 print:hidden">
      <button
        type="button"
        onClick={({ currentTarget }) => showTab(currentTarget, todos > 0 ? 'todo' : 'task')}
        className="touch-target text-meta text-ink-3 hover:text-ink hover:underline"
      >
        {strings.moreInside(count)}
      </button>
    </p>
  );
}

/** Selects another tab of the panel around `part`, which leaves the page, and moves the focus to it. */
function showTab(part: Element, tab: Tab): void {
  const panel = part.closest('[role=tabpanel]');
  const selected = document.getElementById(panel?.getAttribute('aria-labelledby') ?? '');
  const next = selected?.parentElement?.querySelector<HTMLElement>(`[id$="tab-${tab}"]`);
  next?.focus();
  next?.click();
}
