import type { Tab } from '@foray/domain';
import type { ReactNode } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem, useList, useProgress } from '../../replica/index.ts';
import { Card } from '../../ui/display/card.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { ProgressBar } from '../../ui/display/progress.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { DueText } from '../fields/due-text.tsx';
import { hrefOf } from '../actions/item-href.ts';
import { SheetLink } from '../actions/sheet-link.tsx';
import { shownTitle } from '../fields/shown-names.ts';

/** One card of a side column, with a link to the full list. */
export function SidePanel({
  title,
  link,
  children,
}: {
  readonly title: string;
  readonly link?: { readonly href: string; readonly label: string } | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Card className="py-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-2 pb-1">
        <h2 className="font-strong">{title}</h2>
        {link && (
          <Link href={link.href} className="text-meta text-accent-ink hover:underline">
            {link.label}
          </Link>
        )}
      </div>
      {children}
    </Card>
  );
}

const { homeItems, lists } = listMessages;
const underWay = {
  all: { title: homeItems.underWay, link: { href: '/active', label: homeItems.allUnderWay } },
  campaign: {
    title: lists.campaignsUnderWay,
    link: { href: '/campaigns', label: lists.toCampaigns },
  },
};
/** The rest of the items are in Active. */
const maxUnderWay = 5;

/** The first items of a tab of Active, with their progress; renders nothing if there are none. */
export function UnderWay({ tab }: { readonly tab: Extract<Tab, 'all' | 'campaign'> }) {
  const { uuids } = useList({ list: 'active', tab });
  const { title, link } = underWay[tab];
  if (uuids.length === 0) return null;
  return (
    <SidePanel title={title} link={link}>
      {uuids.slice(0, maxUnderWay).map((uuid) => (
        <SideItem key={uuid} uuid={uuid} toPage linkLabel={homeItems.goOnWith} />
      ))}
    </SidePanel>
  );
}

/**
 * An item in a side column with a link to its sheet; with `toPage` a campaign or task has a link to its page.
 * `linkLabel` distinguishes the link from that in the list.
 */
export function SideItem({
  uuid,
  toPage = false,
  linkLabel,
  action,
}: {
  readonly uuid: string;
  readonly toPage?: boolean | undefined;
  readonly linkLabel: (title: string) => string;
  /** A control beside the title, above the link. */
  readonly action?: ReactNode;
}) {
  const item = useItem(uuid);
  const { done, total } = useProgress(uuid);
  if (!item) return null;
  const href = toPage ? hrefOf(item) : null;
  const title = shownTitle(item.title);
  const link = {
    'aria-label': linkLabel(title),
    className: 'min-w-0 flex-1 after:absolute after:inset-0',
  };
  return (
    <div className="relative px-4 py-2 has-[a]:hover:bg-hover">
      <div className="flex items-start gap-2">
        <span className="mt-0.5 inline-flex">
          {item.type === 'todo' ? (
            <StatusIcon status={item.status} size={16} mark="text-todo" priority={item.priority} />
          ) : (
            <TypeMark type={item.type} />
          )}
        </span>
        {href === null ? (
          <SheetLink uuid={uuid} {...link}>
            <span dir="auto" className="two-lines">
              {title}
            </span>
          </SheetLink>
        ) : (
          <Link href={href} {...link}>
            <span dir="auto" className="two-lines">
              {title}
            </span>
          </Link>
        )}
        <div className="contents">{action}</div>
      </div>
      <div className="mt-1 ms-6 flex flex-col gap-1.5 text-meta text-ink-3 empty:hidden">
        <DueText item={item} />
        {total > 0 && (
          <ProgressBar label={listMessages.progressLabel} completed={done} total={total} />
        )}
      </div>
    </div>
  );
}
