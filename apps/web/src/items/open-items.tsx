import type { ReactElement } from 'react';
import { moreMessages } from '../messages/more-messages.ts';
import { setHidesCompleted, useHidesCompleted } from '../settings/hidden-completed.ts';
import { Button } from '../ui/button.tsx';

const { lists: strings } = moreMessages;

/**
 * A list with a button that leaves out what is completed and shows it again, where there is anything; `open` are
 * those of `uuids` that are not completed. In place of a list without any it says so.
 */
export function OpenItems({
  uuids,
  open,
  children,
}: {
  readonly uuids: readonly string[];
  readonly open: readonly string[];
  /** The list of what is to be shown, at least one. */
  readonly children: (shown: readonly string[]) => ReactElement;
}) {
  const isHidden = useHidesCompleted();
  const completed = uuids.length - open.length;
  const shown = isHidden ? open : uuids;
  // The list stays where it is in the tree: another place would make its rows again, and take the focus.
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
