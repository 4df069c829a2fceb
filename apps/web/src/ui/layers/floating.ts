import { useLayoutEffect, useRef, useState } from 'react';

/*
 * The part of @floating-ui/react-dom that Radix's menus use, in its place (`vite.config.ts`): a menu below its
 * button, or above it where there is more room, and inside the window. The library is seven times as long.
 */

type Align = 'start' | 'center' | 'end';
type Placement = `${'top' | 'bottom'}${'' | `-${Align}`}`;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Rects {
  readonly reference: Size;
  readonly floating: Size;
}

/** An option of the position; Radix passes what it does not know to `fn`. */
interface Middleware {
  readonly name: string;
  readonly options: {
    readonly mainAxis?: number | boolean;
    readonly padding?: number;
    readonly apply?: (room: {
      readonly elements: { readonly floating: HTMLElement };
      readonly rects: Rects;
      readonly availableWidth: number;
      readonly availableHeight: number;
    }) => void;
  };
  readonly fn?: (state: {
    readonly placement: Placement;
    readonly rects: Rects;
    readonly middlewareData: object;
  }) => { readonly data: unknown };
}

const named =
  (name: string) =>
  (options: Middleware['options'] = {}): Middleware => ({ name, options });

export const offset = named('offset');
export const shift = named('shift');
export const limitShift = named('limitShift');
export const flip = named('flip');
export const size = named('size');
export const hide = named('hide');
export const arrow = named('arrow');

/** Calls `update` now and whenever one of the two can have another place, until the returned function is called. */
export function autoUpdate(reference: Element, floating: Element, update: () => void): () => void {
  const observer = new ResizeObserver(update);
  observer.observe(reference);
  observer.observe(floating);
  const ends = new AbortController();
  const heard = { signal: ends.signal, capture: true, passive: true };
  addEventListener('scroll', update, heard);
  addEventListener('resize', update, heard);
  visualViewport?.addEventListener('resize', update, heard);
  update();
  return () => {
    observer.disconnect();
    ends.abort();
  };
}

const nowhere = { x: 0, y: 0, isPositioned: false, middlewareData: {} };

/** Places an element beside a reference. */
export function useFloating(given: {
  readonly placement: Placement;
  readonly elements: { readonly reference: Element | null };
  readonly middleware: readonly (Middleware | false | null | undefined)[];
  readonly whileElementsMounted: typeof autoUpdate;
}) {
  const [floating, setFloating] = useState<HTMLElement | null>(null);
  const [place, setPlace] = useState({ ...nowhere, placement: given.placement });
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const { reference } = given.elements;
  useLayoutEffect(() => {
    if (reference === null || floating === null) return undefined;
    return latest.current.whileElementsMounted(reference, floating, () => {
      const next = placeOf(reference, floating, latest.current);
      setPlace((last) => (last.isPositioned && isSame(last, next) ? last : next));
    });
  }, [reference, floating]);
  return {
    ...place,
    refs: { setFloating },
    floatingStyles: {
      position: 'fixed',
      left: 0,
      top: 0,
      transform: `translate(${place.x}px, ${place.y}px)`,
    },
  };
}

type Place = typeof nowhere & { readonly placement: Placement };

function isSame(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.placement === b.placement;
}

function placeOf(
  reference: Element,
  floating: HTMLElement,
  { placement: wanted, middleware }: Parameters<typeof useFloating>[0],
): Place {
  const used = middleware.filter((one) => Boolean(one)) as readonly Middleware[];
  const optionsOf = (name: string) => used.find((one) => one.name === name)?.options ?? {};
  const gap = Number(optionsOf('offset').mainAxis ?? 0);
  const padding = optionsOf('shift').padding ?? 0;
  const button = reference.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const height = visualViewport?.height ?? document.documentElement.clientHeight;
  const room = {
    bottom: height - padding - button.bottom - gap,
    top: button.top - gap - padding,
  };

  const [asked, align = 'center'] = wanted.split('-') as ['top' | 'bottom', Align?];
  const other = asked === 'top' ? 'bottom' : 'top';
  const natural = floating.getBoundingClientRect().height;
  const side = natural <= room[asked] || room[asked] >= room[other] ? asked : other;
  const placement: Placement = align === 'center' ? side : `${side}-${align}`;

  const rects = (): Rects => ({ reference: button, floating: floating.getBoundingClientRect() });
  optionsOf('size').apply?.({
    elements: { floating },
    rects: rects(),
    availableWidth: width - 2 * padding,
    availableHeight: room[side],
  });
  const sized = rects();
  const { floating: menu } = sized;
  const isRtl = getComputedStyle(floating).direction === 'rtl';
  const x = {
    left: button.left,
    right: button.right - menu.width,
    centre: button.left + (button.width - menu.width) / 2,
  }[align === 'center' ? 'centre' : (align === 'end') === isRtl ? 'left' : 'right'];
  const inside = Math.max(padding, Math.min(x, width - padding - menu.width));
  const y = side === 'bottom' ? button.bottom + gap : button.top - gap - menu.height;

  // Inside an element with a transform, fixed positions count from its corner.
  const { e, f } = new DOMMatrix(getComputedStyle(floating).transform);
  const now = floating.getBoundingClientRect();
  const middlewareData = Object.fromEntries(
    used.flatMap(({ name, fn }) =>
      fn ? [[name, fn({ placement, rects: sized, middlewareData: {} }).data]] : [],
    ),
  );
  const rounded = (value: number) => Math.round(value * devicePixelRatio) / devicePixelRatio;
  return {
    x: rounded(inside - now.left + e),
    y: rounded(y - now.top + f),
    placement,
    isPositioned: true,
    middlewareData,
  };
}
