import { useRef } from 'react';
import type { RefObject } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useFocusFallback } from '../../../ui/interaction/focus-fallback.ts';

/**
 * Shows more rows of a list. When all are shown it is removed, and the focus moves to the last row that
 * was shown before; the next Tab reaches the first new one.
 */
export function ShowMore({
  left,
  list,
  onPress,
}: {
  /** The number of rows that are not shown; null if unknown. */
  readonly left: number | null;
  readonly list: RefObject<HTMLElement | null>;
  readonly onPress: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(
    button,
    () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1) ?? null,
  );
  return (
    <Button ref={button} onClick={onPress}>
      {lazyMessages.preferences.showMore(left)}
    </Button>
  );
}
