import { useState } from 'react';
import { useLocation } from 'wouter';
import { messages } from '../messages/messages.ts';
import { useSession } from '../replica/index.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useLogOut } from './log-out.tsx';

const { shell } = messages;

/** The left slot of top-level pages on phones: the avatar or a sign-in icon, and its Account sheet. */
export function MobileAccount() {
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [, navigate] = useLocation();
  const { logOut, question } = useLogOut();
  if (session.kind === 'starting') return null;
  const user = session.kind === 'user' ? session.user : null;
  const close = (then: () => void) => () => {
    setIsOpen(false);
    then();
  };
  return (
    <>
      {user ? (
        <button
          type="button"
          aria-label={shell.account}
          onClick={() => setIsOpen(true)}
          className="touch-target ms-1 rounded-full"
        >
          <Avatar name={user.name} />
        </button>
      ) : (
        <IconButton label={shell.account} icon="signIn" onClick={() => setIsOpen(true)} />
      )}
      <Sheet
        open={isOpen}
        onOpenChange={setIsOpen}
        title={shell.account}
        description={
          user ? (
            <>
              {shell.signedInAs} <span className="font-strong text-ink">{user.phone}</span>
            </>
          ) : (
            shell.usingLocally
          )
        }
      >
        <div className="flex flex-col gap-2">
          {!user && (
            <p className="mb-1 rounded-medium bg-sunken px-3 py-2 text-ink-2">
              {shell.localOnlyMode}
            </p>
          )}
          <Button wide icon="settings" onClick={close(() => navigate('/preferences'))}>
            {shell.preferences}
          </Button>
          {user ? (
            <Button wide icon="signOut" onClick={close(logOut)}>
              {shell.logOut}
            </Button>
          ) : (
            <Button wide variant="primary" icon="signIn" onClick={close(() => navigate('/login'))}>
              {shell.signInToSync}
            </Button>
          )}
        </div>
      </Sheet>
      {question}
    </>
  );
}
