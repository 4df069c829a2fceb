import type { ReactNode } from 'react';
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
  readonly children: (shown: readonly string[]) => ReactNode;
}) {
  const isHidden = useHidesCompleted();
  const completed = uuids.length - open.length;
  if (completed === 0) return children(uuids);
  return (
    <>
      <div className="mb-1.5 flex items-center justify-end gap-2">
        <Button variant="quiet" size="small" onClick={() => setHidesCompleted(!isHidden)}>
          {isHidden ? strings.showCompleted(completed) : strings.hideCompleted}
        </Button>
      </div>
      {!isHidden && children(uuids)}
      {isHidden && open.length > 0 && children(open)}
      {isHidden && open.length === 0 && (
        <p className="py-8 text-center text-ink-3">{strings.allCompleted}</p>
      )}
    </>
  );
}
