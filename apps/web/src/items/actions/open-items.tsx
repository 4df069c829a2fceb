import type { ReactElement } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { setHidesCompleted, useHidesCompleted } from '../../settings/shown-items.ts';
import { Button } from '../../ui/controls/button.tsx';

const { lists: strings } = listMessages;

/**
 * A list with a button that hides its completed items and shows them again, if it has any; `open` are those
 * of `uuids` that are not completed. A text replaces an empty list.
 */
export function OpenItems({
  uuids,
  open,
  children,
}: {
  readonly uuids: readonly string[];
  readonly open: readonly string[];
  /** Renders the list of the shown items, at least one. */
  readonly children: (shown: readonly string[]) => ReactElement;
}) {
  const isHidden = useHidesCompleted();
  const completed = uuids.length - open.length;
  const shown = isHidden ? open : uuids;
  // The list keeps its place in the tree: in another place its rows would be created again, and lose the
  // focus.
  return (
    <>
      {completed > 0 && (
        <div className="mb-1.5 flex items-center justify-end gap-2">
          <Button variant="quiet" size="small" onClick={() => setHidesCompleted(!isHidden)}>
            {isHidden ? strings.showCompleted(completed) : strings.hideCompleted}
          </Button>
        </div>
      )}
      {shown.length > 0 ? (
        children(shown)
      ) : (
        <p className="py-8 text-center text-ink-3">{strings.allCompleted}</p>
      )}
    </>
  );
}
