import { useBrowserLocation } from 'wouter/use-browser-location';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { tooltipProps } from '../../ui/controls/tooltip.ts';
import { useLogOut } from './log-out.tsx';

const { shell } = messages;

/** The signed-in person and their actions. */
export function PersonMenu({ name, phone }: { readonly name: string; readonly phone: string }) {
  const [, navigate] = useBrowserLocation();
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
                <span dir="auto" className="block text-body font-strong text-ink">
                  {name}
                </span>
                <span className="block">{phone}</span>
              </>
            ),
          },
          { kind: 'line' },
          {
            kind: 'action',
            label: shell.preferences,
            icon: firstIcons.settings,
            onSelect: () => navigate('/preferences'),
          },
          {
            kind: 'action',
            label: lazyMessages.frame.logOut,
            icon: moreIcons.signOut,
            onSelect: logOut,
          },
        ]}
      />
      {question}
    </>
  );
}
