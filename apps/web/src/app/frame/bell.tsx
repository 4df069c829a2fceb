import { messages } from '../../messages/messages.ts';
import { IconLink } from '../../ui/controls/icon-button.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Observable, useObservable } from '../../state/observable.ts';

/** The number of unread notifications; 0 until the later part of the frame counts them. */
export const unread = new Observable(0);

const { shell: strings } = messages;

/** A greater number would not fit on the bell. */
const mostShown = 99;

/** Links to the notifications and shows how many are unread (product.md, "Notifications"). */
export function Bell({ path }: { readonly path: string }) {
  const count = useObservable(unread);
  return (
    <IconLink
      label={strings.bell(count)}
      icon={firstIcons.bell}
      href="/notifications"
      aria-current={path === '/notifications' ? 'page' : undefined}
      className="relative"
    >
      {count > 0 && (
        <span
          aria-hidden="true"
          data-unread=""
          className="absolute top-0 end-0 min-w-4 rounded-full bg-accent px-1 text-center text-[length:--spacing(2.75)] leading-4 font-strong text-on-accent ring-2 ring-canvas"
        >
          {count > mostShown ? `${mostShown}+` : count}
        </span>
      )}
    </IconLink>
  );
}
