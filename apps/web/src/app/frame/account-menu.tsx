import { messages } from '../../messages/messages.ts';
import { useSession } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { IconLink } from '../../ui/controls/icon-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { PersonMenu } from './lazy-frame.tsx';

const { shell } = messages;

/**
 * The right end of the desktop header: the signed-in person, or that nobody is signed in (LAYOUT-08,
 * LAYOUT-09). On the sign-in screen nothing leads there.
 */
export function AccountMenu({ path }: { readonly path: string }) {
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
            <Icon icon={firstIcons.device} size={16} />
            {shell.localOnly}
          </span>
          <IconLink label={shell.preferences} icon={firstIcons.settings} href="/preferences" />
          {path !== '/login' && (
            <ButtonLink variant="primary" href="/login">
              {shell.signIn}
            </ButtonLink>
          )}
        </>
      );
  }
}
