import { useBrowserLocation } from 'wouter/use-browser-location';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import type { useSession } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/layers/dialog.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { useLogOut } from './log-out.tsx';

const { shell } = messages;
const { frame } = lazyMessages;

/** On phones: the signed-in person and their actions; a guest can sign in. */
export function AccountSheet({
  user,
  open,
  onOpenChange,
}: {
  readonly user: Extract<ReturnType<typeof useSession>, { kind: 'user' }>['user'] | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [, navigate] = useBrowserLocation();
  const { logOut, question } = useLogOut();
  const close = (then: () => void) => () => {
    onOpenChange(false);
    then();
  };
  return (
    <>
      <Sheet
        open={open}
        onOpenChange={onOpenChange}
        title={shell.account}
        description={
          user ? (
            <>
              {frame.signedInAs} <span className="font-strong text-ink">{user.phone}</span>
            </>
          ) : (
            frame.usingLocally
          )
        }
      >
        <div className="flex flex-col gap-2">
          {!user && (
            <p className="mb-1 rounded-medium bg-sunken px-3 py-2 text-ink-2">
              {frame.localOnlyMode}
            </p>
          )}
          <Button wide icon={firstIcons.settings} onClick={close(() => navigate('/preferences'))}>
            {shell.preferences}
          </Button>
          {user ? (
            <Button wide icon={moreIcons.signOut} onClick={close(logOut)}>
              {frame.logOut}
            </Button>
          ) : (
            <Button
              wide
              variant="primary"
              icon={firstIcons.signIn}
              onClick={close(() => navigate('/login'))}
            >
              {frame.signInToSync}
            </Button>
          )}
        </div>
      </Sheet>
      {question}
    </>
  );
}
