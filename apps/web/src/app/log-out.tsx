import { useState } from 'react';
import type { ReactNode } from 'react';
import { laterMessages } from '../messages/later-messages.ts';
import { moreMessages } from '../messages/more-messages.ts';
import { useActions } from '../replica/index.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useLateNavigate } from '../ui/use-late-navigate.ts';

/**
 * Logging out, which asks first while changes have not reached the server (they stay on the device, unless the person would rather erase them).
 * `question` must be rendered somewhere that outlives the menu it was asked from.
 */
export function useLogOut(): { readonly logOut: () => void; readonly question: ReactNode } {
  const actions = useActions();
  const startNavigation = useLateNavigate();
  const [unsent, setUnsent] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const leave = (discardUnsent: boolean) => {
    const navigateTo = startNavigation();
    void actions.signOut({ discardUnsent }).then(() => navigateTo('/'));
  };
  return {
    logOut: () => {
      // What needs attention or is in conflict has not reached the server either.
      void actions.unsentCount().then((count) => {
        if (count === 0) return leave(false);
        setUnsent(count);
        setIsAsking(true);
      });
    },
    // Its text needs the rules of plurals, which take as long to make as the header to render.
    question: unsent > 0 && (
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={laterMessages.notices.signOutTitle}
        body={laterMessages.notices.signOutUnsent(unsent)}
        confirmLabel={moreMessages.frame.logOut}
        onConfirm={() => leave(false)}
        alternative={{ label: laterMessages.notices.signOutErase, onConfirm: () => leave(true) }}
      />
    ),
  };
}
