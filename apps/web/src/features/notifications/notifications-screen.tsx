import { messages } from '../../messages/messages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenHeading } from '../../ui/screen-heading.tsx';

/** What happened to one's items by others' doing; opening it makes no call (NOTIF-01). */
export function NotificationsScreen() {
  return (
    <>
      <ScreenHeading title={messages.notifications.heading} />
      <EmptyState
        drawing="notifications"
        title={messages.notifications.empty}
        hint={messages.notifications.emptyHint}
      />
    </>
  );
}
