import { useLocation } from 'wouter';
import { messages } from '../messages/messages.ts';
import { useSession } from '../replica/index.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { IconLink } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { tooltipProps } from '../ui/tooltip.ts';
import { useLogOut } from './log-out.tsx';

const { shell } = messages;

function PersonMenu({ name, phone }: { readonly name: string; readonly phone: string }) {
  const [, navigate] = useLocation();
  const { logOut, question } = useLogOut();
  return (
    <>
      <Menu
        label={shell.account}
        trigger={
          <button
            type="button"
            aria-label={shell.account}
            {...tooltipProps(shell.account)}
            className="rounded-full"
          >
            <Avatar name={name} />
          </button>
        }
        entries={[
          {
            kind: 'heading',
            content: (
              <>
                <span className="block text-body font-strong text-ink">{name}</span>
                <span className="block">{phone}</span>
              </>
            ),
          },
          { kind: 'line' },
          {
            kind: 'action',
            label: shell.preferences,
            icon: 'settings',
            onSelect: () => navigate('/preferences'),
          },
          { kind: 'action', label: shell.logOut, icon: 'signOut', onSelect: logOut },
        ]}
      />
      {question}
    </>
  );
}

/** The right end of the desktop header: who is signed in, or that nobody is (LAYOUT-08, LAYOUT-09). */
export function AccountMenu() {
  const session = useSession();
  switch (session.kind) {
    case 'starting':
      return null;
    case 'user':
      return <PersonMenu name={session.user.name} phone={session.user.phone} />;
    case 'guest':
      return (
        <>
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <Icon name="device" size={16} />
            {shell.localOnly}
          </span>
          <IconLink label={shell.preferences} icon="settings" href="/preferences" />
          <ButtonLink variant="primary" href="/login">
            {shell.signIn}
          </ButtonLink>
        </>
      );
  }
}
