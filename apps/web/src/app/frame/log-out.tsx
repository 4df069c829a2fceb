import { useState } from 'react';
import type { ReactNode } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { useNavigateAfter } from '../../ui/interaction/use-navigate-after.ts';

/**
 * Logs out; asks first while changes have not reached the server (they stay on the device, unless the
 * person chooses to erase them). Render `question` in a component that outlives the menu from which it was
 * asked.
 */
export function useLogOut(): { readonly logOut: () => void; readonly question: ReactNode } {
  const actions = useActions();
  const startNavigation = useNavigateAfter();
  const [unsent, setUnsent] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const leave = (discardUnsent: boolean) => {
    const navigateTo = startNavigation();
    void actions.signOut({ discardUnsent }).then(() => navigateTo('/'));
  };
  return {
    logOut: () => {
      // Changes that need attention or are in conflict have not reached the server either.
      void actions.unsentCount().then((count) => {
        if (count === 0) return leave(false);
        setUnsent(count);
        setIsAsking(true);
      });
    },
    // The text needs the plural rules, whose creation takes as long as rendering the header.
    question: unsent > 0 && (
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={lazyMessages.notices.signOutTitle}
        body={lazyMessages.notices.signOutUnsent(unsent)}
        confirmLabel={lazyMessages.frame.logOut}
        onConfirm={() => leave(false)}
        alternative={{ label: lazyMessages.notices.signOutErase, onConfirm: () => leave(true) }}
      />
    ),
  };
}
