import { useEffect } from 'react';
import { loadLazyStyles } from '../../adapters/browser/lazy-styles.ts';
import { useUnreadCount } from '../../items/activity/notification-list.ts';
import { unread } from './unread.ts';

/** The effects of the frame that render nothing. */
export function FrameEffects() {
  const count = useUnreadCount();
  useEffect(loadLazyStyles, []);
  useEffect(() => unread.set(count), [count]);
  useEffect(() => () => unread.set(0), []);
  return null;
}
