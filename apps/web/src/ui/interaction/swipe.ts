/** The part of a finger's way after which its direction is known. */
const slopPx = 10;
/** Browsers go back and forward by swipes that begin at an edge. */
const edgePx = 24;
/** A swipe of this part of the row, and at most this far, counts when it ends. */
const readyPart = 0.3;
const mostReadyPx = 112;
/** A swipe without an effect follows the finger this little. */
const stiffness = 0.2;

/** The side of the row, in reading direction, at which a swipe uncovers what it does. */
export type SwipeSide = 'start' | 'end';

/** The elements that can be swiped, and the responses to swipes. */
export interface SwipeTarget {
  /** The element that is swiped; its first child moves. Null where nothing can be swiped. */
  find(target: Element): HTMLElement | null;
  /** Whether a swipe that uncovers this side has an effect. */
  may(row: HTMLElement, side: SwipeSide): boolean;
  /** Called once for each side that a swipe uncovers; null at its end. */
  onUncover(row: HTMLElement | null, side: SwipeSide): void;
  /** Called when the swipe has become long enough to count, or is no longer. */
  onReady(isReady: boolean): void;
  /** Called when a swipe ends that counts. */
  onSwipe(row: HTMLElement, side: SwipeSide): void;
}

/** A finger on a row: its direction is not known yet, or it swipes the row. */
interface Finger {
  readonly pointerId: number;
  readonly row: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  /** 1 where text runs from left to right, else -1. */
  readonly forward: 1 | -1;
  side: SwipeSide | null;
  isReady: boolean;
}

/**
 * Lets rows follow a finger sideways until the returned function is called. Each move changes only the
 * `transform` of the row. The direction decides once, after a few pixels; a scroll, a second finger or the
 * browser's own gesture ends the swipe without effect, and touches that begin at an edge of the window are the
 * browser's. The rows need `touch-action: pan-y`.
 */
export function followSwipes(target: SwipeTarget): () => void {
  let finger: Finger | null = null;
  let lastRow: HTMLElement | null = null;

  const end = (isUp: boolean): void => {
    const ended = finger;
    finger = null;
    if (ended === null || ended.side === null) return;
    const { row, side, isReady } = ended;
    row.dataset['swipe'] = 'back';
    partOf(row).style.transform = '';
    void restOf(partOf(row)).then(() => {
      if (finger?.row === row) return;
      delete row.dataset['swipe'];
      row.classList.remove('swiped-row');
      if (lastRow === row) target.onUncover(null, side);
    });
    if (isUp && isReady) target.onSwipe(row, side);
  };

  const onDown = (event: PointerEvent): void => {
    end(false);
    const { clientX: x, clientY: y, pointerId, pointerType, isPrimary } = event;
    if (pointerType !== 'touch' || !isPrimary || !(event.target instanceof Element)) return;
    if (x < edgePx || x > window.innerWidth - edgePx) return;
    const row = target.find(event.target);
    if (row === null) return;
    const forward = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
    const widthPx = row.clientWidth;
    finger = { pointerId, row, x, y, widthPx, forward, side: null, isReady: false };
  };

  const onMove = (event: PointerEvent): void => {
    if (finger === null || event.pointerId !== finger.pointerId) return;
    const { row, x, y, widthPx, forward } = finger;
    const wayPx = event.clientX - x;
    const isBegun = finger.side !== null;
    if (!isBegun && Math.abs(event.clientY - y) > slopPx) finger = null;
    if (finger === null || (!isBegun && Math.abs(wayPx) <= slopPx)) return;
    const side = wayPx * forward > 0 ? 'start' : 'end';
    if (side !== finger.side) {
      finger.side = side;
      lastRow = row;
      row.classList.add('swiped-row');
      row.dataset['swipe'] = 'moving';
      target.onUncover(row, side);
    }
    const may = target.may(row, side);
    const isReady = may && Math.abs(wayPx) >= Math.min(mostReadyPx, widthPx * readyPart);
    if (isReady !== finger.isReady) {
      finger.isReady = isReady;
      row.dataset['swipe'] = isReady ? 'ready' : 'moving';
      target.onReady(isReady);
    }
    partOf(row).style.transform = `translateX(${may ? wayPx : wayPx * stiffness}px)`;
  };

  const onUp = (event: PointerEvent): void => {
    if (event.pointerId === finger?.pointerId) end(true);
  };
  const onCancel = (): void => end(false);

  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp } as const;
  for (const [name, listener] of Object.entries(listeners)) {
    window.addEventListener(name, listener as EventListener, { passive: true });
  }
  window.addEventListener('pointercancel', onCancel);
  return () => {
    end(false);
    for (const [name, listener] of Object.entries(listeners)) {
      window.removeEventListener(name, listener as EventListener);
    }
    window.removeEventListener('pointercancel', onCancel);
  };
}

/** The part of a row that moves. */
const partOf = (row: HTMLElement): HTMLElement => row.firstElementChild as HTMLElement;

/** Resolves when a part no longer moves, or has left the page. */
async function restOf(part: HTMLElement): Promise<void> {
  await Promise.allSettled(part.getAnimations().map(({ finished }) => finished));
}
