import { useState } from 'react';
import { messages } from '../../messages/messages.ts';
import { useActions, useSession, useSync } from '../../replica/index.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const { preferences } = messages;

/** Erasing what the app keeps in this browser, after saying what that means here (PREF-05). */
export function DataPanel() {
  const actions = useActions();
  const session = useSession();
  const { pending } = useSync();
  const [isAsking, setIsAsking] = useState(false);
  const isGuest = session.kind === 'guest';
  return (
    <Panel
      title={preferences.data}
      description={`${preferences.dataText} ${isGuest ? preferences.dataGuest : preferences.dataSignedIn}`}
    >
      <Button variant="dangerSoft" icon="trash" onClick={() => setIsAsking(true)}>
        {preferences.clear}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={preferences.clearTitle}
        body={
          <>
            <p>{preferences.clearConfirm}</p>
            {!isGuest && pending > 0 && (
              <p className="mt-2 font-strong text-danger-ink">{preferences.dataUnsent(pending)}</p>
            )}
          </>
        }
        confirmLabel={preferences.clear}
        onConfirm={() => void actions.clearLocalData()}
        destructive
      />
    </Panel>
  );
}
