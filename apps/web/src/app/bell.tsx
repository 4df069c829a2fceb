import { useUnreadCount } from '../items/notification-list.ts';
import { messages } from '../messages/messages.ts';
import { IconLink } from '../ui/icon-button.tsx';
import { firstIcons } from '../ui/first-icons.ts';

const { shell: strings } = messages;

/** Beyond this the figure would outgrow the bell. */
const mostShown = 99;

/** Leads to the notifications and says how many have not been read (product.md, "Notifications"). */
export function Bell({ path }: { readonly path: string }) {
  const unread = useUnreadCount();
  return (
    <IconLink
      label={strings.bell(unread)}
      icon={firstIcons.bell}
      href="/notifications"
      aria-current={path === '/notifications' ? 'page' : undefined}
      className="relative"
    >
      {unread > 0 && (
        <span
          aria-hidden="true"
          data-unread=""
          className="absolute top-0 end-0 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-strong text-on-accent tabular-nums ring-2 ring-canvas"
        >
          {unread > mostShown ? `${mostShown}+` : unread}
        </span>
      )}
    </IconLink>
  );
}
