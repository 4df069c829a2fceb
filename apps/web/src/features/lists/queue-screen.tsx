import { useState } from 'react';
import { CreateDialog } from '../../items/dialogs/create-dialog.tsx';
import { UpNext } from '../../items/list/up-next-card.tsx';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useUpNext } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { StatusListScreen } from './status-list-screen.tsx';

const { listScreens: strings } = lazyMessages;

/** Queue: the pending items, with the item to start next above them. */
export function QueueScreen() {
  const [isCreating, setIsCreating] = useState(false);
  const hasNext = useUpNext() !== undefined;
  const add = (
    <Button icon={firstIcons.plus} onClick={() => setIsCreating(true)}>
      {messages.shell.add}
    </Button>
  );
  return (
    <>
      <StatusListScreen
        list="queue"
        aboveAll={
          <div className="mb-3 empty:hidden">
            <UpNext />
          </div>
        }
        // Avoids 'nothing queued' below the item in Up next.
        emptyAll={
          hasNext ? (
            <EmptyState
              drawing={firstDrawings.nesting}
              title={strings.nested}
              hint={strings.nestedHint}
              action={add}
            />
          ) : undefined
        }
        emptyAction={add}
      />
      <CreateDialog open={isCreating} onOpenChange={setIsCreating} />
    </>
  );
}
