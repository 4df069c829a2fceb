import { paginate } from '@foray/domain';
import { useMemo, useState } from 'react';
import { browserClock } from '../../adapters/browser-ports.ts';
import { Pager } from '../../items/pager.tsx';
import { useDisplayName } from '../../items/person-name.ts';
import { formatAgo } from '../../messages/ago.ts';
import { formatMoment, messages } from '../../messages/messages.ts';
import { useFamily } from '../../replica/index.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { localActivity } from './local-activity.ts';
import type { LocalActivity } from './local-activity.ts';

const { activity: words } = messages;

const looks: Record<LocalActivity['action'], { readonly icon: IconName; readonly mark: string }> = {
  created: { icon: 'plus', mark: 'text-created' },
  updated: { icon: 'pencil', mark: 'text-updated' },
  completed: { icon: 'check', mark: 'text-completed' },
};

/** What happened in a campaign, from what this device knows; never an error (specification, section 2). */
export function ActivityFeed({ uuid }: { readonly uuid: string }) {
  const family = useFamily(uuid);
  const entries = useMemo(() => localActivity(family), [family]);
  const [asked, setAsked] = useState(1);
  const [nowMs] = useState(() => browserClock.nowMs());
  if (entries.length === 0) return <EmptyState drawing="active" title={words.empty} />;
  const { last_page: pages } = paginate(entries, 1);
  const page = Math.min(asked, pages);
  return (
    <>
      <Card>
        <ol aria-label={words.label} className="divide-y divide-line">
          {paginate(entries, page).data.map((entry) => (
            <Entry key={entry.key} entry={entry} nowMs={nowMs} />
          ))}
        </ol>
      </Card>
      {pages > 1 && (
        <Pager label={messages.campaigns.pages} page={page} pages={pages} onPage={setAsked} />
      )}
    </>
  );
}

function Entry({ entry, nowMs }: { readonly entry: LocalActivity; readonly nowMs: number }) {
  const name = useDisplayName(entry.userId ?? 0);
  const { icon, mark } = looks[entry.action];
  const who = entry.userId === null || name === '' ? words.someone : name;
  return (
    <li data-action={entry.action} className="flex items-start gap-3 px-3.5 py-2.5">
      <Icon name={icon} size={16} className={classNames('mt-0.5', mark)} />
      <div className="min-w-0 flex-1 md:flex md:items-baseline md:justify-between md:gap-4">
        <p className="min-w-0 text-ink-2">
          <span className="font-strong text-ink">{who}</span>{' '}
          {words.did[entry.action](messages.types[entry.type])}{' '}
          <span className="text-ink">“{entry.title}”</span>
        </p>
        <time
          dateTime={entry.at}
          title={formatMoment(entry.at)}
          className="shrink-0 text-meta text-ink-3"
        >
          {formatAgo(entry.at, nowMs)}
        </time>
      </div>
    </li>
  );
}
