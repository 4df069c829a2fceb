import { useEffect } from 'react';
import { preloadTitleEditor } from '../../items/list/item-title.tsx';
import { useUnreadCount } from '../../items/activity/notification-list.ts';
import { countTaps } from '../../ui/interaction/tap-count.ts';
import { unread } from './bell.tsx';

/** The effects of the frame that render nothing. */
export function FrameEffects() {
  const count = useUnreadCount();
  useEffect(() => unread.set(count), [count]);
  useEffect(() => {
    // A press on a title opens the keyboard of a phone only if the editor is there at once.
    void preloadTitleEditor();
  }, []);
  useEffect(() => () => unread.set(0), []);
  useEffect(countTaps, []);
  return null;
}
