import { useState } from 'react';
import { CreateDialog } from '../../items/create-dialog.tsx';
import { messages } from '../../messages/messages.ts';
import { Button } from '../../ui/button.tsx';
import { StatusListScreen } from './status-list-screen.tsx';
import { UpNext } from './up-next.tsx';

/** Queue: what is pending, with the item to start now above it (specification, section 2). */
export function QueueScreen() {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <StatusListScreen
        list="queue"
        aboveAll={<UpNext />}
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
