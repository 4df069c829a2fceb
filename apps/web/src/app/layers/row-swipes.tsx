import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { tick } from '../../adapters/browser/vibrate.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useSwipes } from '../../settings/swipes.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { followSwipes } from '../../ui/interaction/swipe.ts';
import type { SwipeSide } from '../../ui/interaction/swipe.ts';

/** The button of a row that completes or reopens its item; null for rows without one. */
const statusOf = (row: HTMLElement) =>
  row.querySelector<HTMLButtonElement>('[data-control=status]');

/** A row with the side that a swipe uncovers. */
interface UncoveredRow {
  readonly row: HTMLElement;
  readonly side: SwipeSide;
}

/**
 * The swipes of rows on touch screens: forward completes or reopens the item, back opens the dialog for its
 * date, as the button and the key D of the row do. While the page is enlarged by two fingers, one finger
 * moves it instead.
 */
export function RowSwipes() {
  const isOn = useSwipes();
  const [uncovered, setUncovered] = useState<UncoveredRow | null>(null);
  useEffect(() => {
    const view = window.visualViewport;
    const isFree = () => isOn && (view?.scale ?? 1) <= 1;
    const { classList } = document.documentElement;
    const setTouchAction = () => classList.toggle('swipe-rows', isFree());
    setTouchAction();
    view?.addEventListener('resize', setTouchAction);
    const stop = followSwipes({
      find: (target) => (isFree() ? rowAt(target) : null),
      may: (row) => statusOf(row)?.disabled === false,
      onUncover: (row, side) => setUncovered(row && { row, side }),
      onReady: (isReady) => isReady && tick(),
      onSwipe: (row, side) => (side === 'start' ? statusOf(row)?.click() : openDate(row)),
    });
    return () => {
      stop();
      view?.removeEventListener('resize', setTouchAction);
      classList.remove('swipe-rows');
    };
  }, [isOn]);
  if (uncovered === null) return null;
  const { row, side } = uncovered;
  const label = side === 'start' ? statusOf(row)?.dataset['tooltip'] : listMessages.item.date;
  const icon = side === 'start' ? listIcons.check : listIcons.calendar;
  return createPortal(
    <div
      aria-hidden="true"
      className={classNames(
        'absolute inset-0 flex items-center gap-2 bg-sunken px-5 font-strong text-ink-2',
        side === 'start'
          ? 'in-data-[swipe=ready]:bg-task in-data-[swipe=ready]:text-surface'
          : 'justify-end in-data-[swipe=ready]:bg-accent in-data-[swipe=ready]:text-on-accent',
      )}
    >
      <Icon icon={icon} />
      <span>{label}</span>
    </div>,
    row,
  );
}

/** The row of an item around an element, unless its title is being edited. */
function rowAt(target: Element): HTMLElement | null {
  const row = target.closest<HTMLElement>('[data-uuid]:has([data-control=open])');
  return row === null || statusOf(row) === null || row.querySelector('textarea') ? null : row;
}

/** Opens the dialog for the date by the key of the row, from where the focus returns to it. */
function openDate(row: HTMLElement): void {
  const line = row.querySelector<HTMLElement>('[data-line]');
  line?.focus({ preventScroll: true });
  line?.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true }));
}
