import type { LocalItem } from '@foray/sync';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Observable } from '../../state/observable.ts';
import { completion } from '../actions/just-completed.ts';
import type { TabStop } from '../actions/list-focus.ts';
import { CampaignCard } from './campaign-card.tsx';
import { ItemRow } from './item-row.tsx';
import type { RowLook } from './item-row.tsx';

/** The time for which a completed row stays. */
const stayMs = 600;
const closeMs = 150;
const noStop: TabStop = new Observable<string | undefined>(undefined);

completion.isShown = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The row of an item that is no longer in its list: it stays, then closes up, or fades as a card, and `onEnd` is
 * called. Neither keys nor the pointer nor screen readers reach it.
 */
export function LeavingRow({
  item,
  isCard,
  onEnd,
  ...look
}: RowLook & {
  /** The item as its row shows it meanwhile. */
  readonly item: LocalItem;
  readonly isCard: boolean;
  readonly onEnd: () => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    const { current } = row;
    if (current === null) return undefined;
    const closing = current.animate(
      isCard
        ? [{}, { opacity: 0 }]
        : [{ height: `${current.offsetHeight}px` }, { height: 0, opacity: 0 }],
      { delay: stayMs, duration: closeMs, easing: 'ease-in', fill: 'both' },
    );
    closing.addEventListener('finish', () => end());
    return () => closing.cancel();
  }, [isCard]);
  return (
    <div
      ref={row}
      inert
      aria-hidden
      data-leaving=""
      className={isCard ? undefined : 'overflow-clip'}
    >
      {isCard ? (
        <CampaignCard uuid={item.uuid} tabStop={noStop} completed={item} />
      ) : (
        <ItemRow {...look} uuid={item.uuid} tabStop={noStop} completed={item} />
      )}
    </div>
  );
}
