import { useEffect, useMemo, useState } from 'react';
import { browserVisibility } from '../../adapters/browser/browser-ports.ts';
import { dueId, useNotificationList } from '../../items/activity/notification-list.ts';
import { useNow } from '../../items/fields/now.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useSession } from '../../replica/index.ts';
import { Card } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { ScreenHeading } from '../../ui/display/screen-heading.tsx';
import { NotificationRow } from './notification-row.tsx';

const { notifications: strings } = lazyMessages;

/**
 * The actions by others that concern the user, and the due items. All of it is local data: opening the
 * screen makes no call (NOTIF-01), and seen notifications are marked read through the mutation queue.
 */
export function NotificationsScreen() {
  const list = useNotificationList();
  const session = useSession();
  const actions = useActions();
  const nowMs = useNow();
  const unread = list.filter((one) => one.isUnread).map(({ key }) => key);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  if (unread.some((key) => !fresh.has(key))) setFresh(new Set([...fresh, ...unread]));

  const unreadKeys = unread.join();
  const dueIds = useMemo(
    () => list.flatMap((one) => (one.from === 'device' ? one.due.map(dueId) : [])),
    [list],
  );
  useEffect(() => {
    if (unreadKeys === '') return;
    const read = () => {
      if (browserVisibility.isVisible()) void actions.readNotifications(dueIds);
    };
    read();
    return browserVisibility.subscribe(read);
  }, [actions, dueIds, unreadKeys]);

  return (
    <>
      <ScreenHeading title={strings.heading} />
      {list.length === 0 ? (
        <EmptyState
          drawing={moreDrawings.notifications}
          title={strings.empty}
          hint={session.kind === 'user' ? strings.emptyHint : strings.emptyHintGuest}
        />
      ) : (
        <Card className="max-w-3xl overflow-hidden">
          <ol aria-label={strings.heading} className="divide-y divide-line">
            {list.map((shown) => (
              <li key={shown.key} data-notification={shown.key}>
                <NotificationRow shown={shown} isNew={fresh.has(shown.key)} nowMs={nowMs} />
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}
