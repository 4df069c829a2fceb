import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { messages } from '../../messages/messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';

const { bottomBar } = messages.shell;

const places: readonly {
  readonly href: string;
  readonly label: string;
  readonly icon: IconShape;
}[] = [
  { href: '/', label: bottomBar.home, icon: firstIcons.home },
  { href: '/my-list', label: bottomBar.myList, icon: firstIcons.list },
  { href: '/queue', label: bottomBar.queue, icon: firstIcons.queue },
  { href: '/active', label: bottomBar.active, icon: firstIcons.active },
  { href: '/completed', label: bottomBar.done, icon: firstIcons.done },
];

/** A second press on Home leads on to Today. */
function toToday(event: MouseEvent): void {
  event.preventDefault();
  navigate('/today');
}

/** The five main pages within reach of the thumb, on phones and tablets (ROUTE-04). */
export function BottomBar({ path }: { readonly path: string }) {
  return (
    <nav
      aria-label={messages.shell.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-safe pb-safe lg:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {places.map(({ href, label, icon }) => {
          const isCurrent = path === href;
          return (
            <li key={href} className="min-w-0 flex-1">
              <Link
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                onClick={isCurrent && href === '/' ? toToday : undefined}
                className={classNames(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 -outline-offset-4',
                  isCurrent ? 'font-strong text-accent-ink' : 'text-ink-3 hover:text-ink',
                )}
              >
                <Icon icon={icon} size={24} />
                <span className="text-[min(0.75rem,4.5vw)] leading-[1.4] whitespace-nowrap">
                  {label}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
