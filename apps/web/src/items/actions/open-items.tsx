import type { ReactElement, ReactNode } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { setHidesCompleted, useHidesCompleted } from '../../settings/shown-items.ts';
import { Button } from '../../ui/controls/button.tsx';

const { lists: strings } = listMessages;

/**
 * A list with a button in its header that hides its completed items and shows them again, if it has any; `open`
 * are those of `uuids` that are not completed. A text replaces an empty list.
 */
export function OpenItems({
  uuids,
  open,
  head,
  children,
}: {
  readonly uuids: readonly string[];
  readonly open: readonly string[];
  /** The start of the header; by default the number of open items, if some are completed. */
  readonly head?: ReactNode;
  /** Renders the list of the shown items, or `empty` in its place. */
  readonly children: (shown: readonly string[], empty: ReactElement) => ReactElement;
}) {
  const isHidden = useHidesCompleted();
  const completed = uuids.length - open.length;
  const shown = isHidden ? open : uuids;
  // The list keeps its place in the tree: in another place its rows would be created again, and lose the
  // focus.
  return (
    <>
      {(head !== undefined || completed > 0) && (
        <div className="mb-1 flex min-h-8 items-center gap-3">
          <div className="min-w-0 flex-1 text-meta text-ink-3">
            {head ?? strings.openCount(open.length)}
          </div>
          {completed > 0 && (
            <Button
              variant="quiet"
              size="small"
              className="-me-2.5 text-meta!"
              onClick={() => setHidesCompleted(!isHidden)}
            >
              {isHidden ? strings.showCompleted(completed) : strings.hideCompleted}
            </Button>
          )}
        </div>
      )}
      {children(shown, <p className="py-8 text-center text-ink-3">{strings.allCompleted}</p>)}
    </>
  );
}
