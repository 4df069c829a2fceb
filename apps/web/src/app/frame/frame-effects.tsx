import { useEffect } from 'react';
import { useUnreadCount } from '../../items/activity/notification-list.ts';
import { unread } from './bell.tsx';

/** The effects of the frame that render nothing. */
export function FrameEffects() {
  const count = useUnreadCount();
  useEffect(() => unread.set(count), [count]);
  useEffect(() => () => unread.set(0), []);
  return null;
}
