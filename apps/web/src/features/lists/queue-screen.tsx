import { useState } from 'react';
import { CreateDialog } from '../../items/create-dialog.tsx';
import { UpNext } from '../../items/up-next.tsx';
import { messages } from '../../messages/messages.ts';
import { Button } from '../../ui/button.tsx';
import { StatusListScreen } from './status-list-screen.tsx';

/** Queue: what is pending, with the item to start now above it (specification, section 2). */
export function QueueScreen() {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <StatusListScreen
        list="queue"
        aboveAll={
          <div className="mb-3 empty:hidden">
            <UpNext />
          </div>
        }
        emptyAction={
          <Button icon="plus" onClick={() => setIsCreating(true)}>
            {messages.shell.add}
          </Button>
        }
      />
      <CreateDialog open={isCreating} onOpenChange={setIsCreating} />
    </>
  );
}
