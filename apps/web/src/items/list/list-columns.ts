import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The width in rem from which on cards are side by side; below it they are rows. */
const twoColumnsRem = 40;
const threeColumnsRem = 60;

/**
 * The number of columns of cards that fit in the element, measured before the first paint. Rows always have
 * one column, so no layout is needed for them.
 */
export function useColumns(
  element: RefObject<HTMLElement | null>,
  look: 'rows' | 'cards',
): 1 | 2 | 3 {
  const [columns, setColumns] = useState<1 | 2 | 3>(1);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || look === 'rows') return;
    const measure = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const width = current.clientWidth / remPx;
      setColumns(width >= threeColumnsRem ? 3 : width >= twoColumnsRem ? 2 : 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, look]);
  return look === 'rows' ? 1 : columns;
}
