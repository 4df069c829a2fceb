import { useEffect, useState } from 'react';
import { headerScrollPx } from '@foray/domain';
import { messages } from '../../messages/messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { tooltipProps } from '../../ui/controls/tooltip.ts';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { Mark } from './brand.tsx';
import { BackButton } from './lazy-frame.tsx';
import { MobileAccount } from './mobile-account.tsx';
import { openOverlay } from '../layers/overlays.ts';
import { searchKeys } from '../layers/shortcuts.ts';

const { titles, shell } = messages;

const places = [
  { href: '/', label: titles.home },
  { href: '/my-list', label: titles.myList },
  { href: '/queue', label: titles.queue },
  { href: '/active', label: titles.active },
  { href: '/completed', label: titles.completed },
] as const;

function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(() => window.scrollY > headerScrollPx);
  useEffect(() => {
    const onScroll = () => setIsScrolled(window.scrollY > headerScrollPx);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isScrolled;
}

function Brand() {
  return (
    <Link
      href="/"
      className="hidden items-center gap-2 rounded-medium px-1 py-1 text-lead font-strong lg:flex"
    >
      <Mark size={24} />
      {messages.product}
    </Link>
  );
}

/**
 * The title of the page (ROUTE-05). Wide windows show the brand and a marked link of the nav instead; only
 * a page without a link in the nav shows its title there too.
 */
function Title({ path, title }: { readonly path: string; readonly title: string }) {
  if (path === '/') {
    return (
      <Link
        href="/"
        aria-label={titles.home}
        data-header-title=""
        className="flex min-h-11 items-center gap-1.5 px-2 text-lead font-strong lg:hidden"
      >
        <Icon icon={firstIcons.home} className="text-accent-ink" />
        {messages.product}
      </Link>
    );
  }
  return (
    <p
      data-header-title=""
      dir="auto"
      className={classNames(
        'truncate text-lead font-strong lg:px-3 lg:text-body lg:font-normal lg:text-ink-3',
        (title === messages.product || places.some(({ href }) => href === path)) && 'lg:hidden',
      )}
    >
      {title}
    </p>
  );
}

function DesktopNav({ path }: { readonly path: string }) {
  return (
    <nav aria-label={shell.mainNavigation} className="ms-4 hidden lg:block">
      <ul className="flex flex-wrap gap-1">
        {places.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className={classNames(
                'block rounded-medium px-3 py-1.5 font-strong transition-colors duration-100',
                path === href
                  ? 'bg-accent-soft text-accent-ink'
                  : 'text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Actions({ path }: { readonly path: string }) {
  return (
    <>
      <IconButton
        label={shell.search}
        icon={firstIcons.search}
        keys={searchKeys}
        onClick={() => openOverlay('search')}
      />
      <Bell path={path} />
      <div className="ms-2 hidden items-center gap-3 lg:flex">
        <Button
          icon={firstIcons.plus}
          {...tooltipProps(shell.newItem, 'N')}
          onClick={() => openOverlay('create')}
        >
          {shell.newItem}
        </Button>
        <AccountMenu path={path} />
      </div>
    </>
  );
}

/** The sticky bar of every page; on a bare page (onboarding) it shows only the title. */
export function Header({
  path,
  title,
  isTopLevel,
  isBare,
}: {
  readonly path: string;
  readonly title: string;
  readonly isTopLevel: boolean;
  readonly isBare: boolean;
}) {
  const isScrolled = useIsScrolled();
  return (
    <header
      inert={isBare}
      data-scrolled={isScrolled || undefined}
      className={classNames(
        'sticky top-0 z-30 border-b bg-canvas pt-safe px-safe transition-colors duration-100',
        isScrolled ? 'border-line' : 'border-transparent',
      )}
    >
      <div className="mx-auto grid min-h-14 w-full max-w-7xl grid-cols-[1fr_auto_1fr] items-center gap-2 px-2 md:px-4 lg:flex lg:flex-wrap lg:px-6">
        <div className="flex items-center lg:hidden">
          {!isBare && (isTopLevel ? <MobileAccount /> : <BackButton path={path} />)}
        </div>
        <Brand />
        {!isBare && <DesktopNav path={path} />}
        <div className="flex min-w-0 justify-center lg:-ms-1 lg:flex-1 lg:justify-start">
          <Title path={path} title={title} />
        </div>
        <div className="flex items-center justify-end gap-1">
          {!isBare && <Actions path={path} />}
        </div>
      </div>
    </header>
  );
}
