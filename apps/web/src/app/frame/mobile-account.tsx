import { useState } from 'react';
import { messages } from '../../messages/messages.ts';
import { useSession } from '../../replica/index.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { AccountSheet } from './lazy-frame.tsx';

/** The left slot of top-level pages on phones: the avatar or a sign-in icon, and its Account sheet. */
export function MobileAccount() {
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  if (session.kind === 'starting') return null;
  const user = session.kind === 'user' ? session.user : null;
  const open = () => {
    setIsUsed(true);
    setIsOpen(true);
  };
  return (
    <>
      {user ? (
        <button
          type="button"
          aria-label={messages.shell.account}
          onClick={open}
          className="touch-target ms-1 rounded-full"
        >
          <Avatar name={user.name} />
        </button>
      ) : (
        <IconButton label={messages.shell.account} icon={firstIcons.signIn} onClick={open} />
      )}
      {isUsed && <AccountSheet user={user} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
