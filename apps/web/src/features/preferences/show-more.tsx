import { useRef } from 'react';
import type { RefObject } from 'react';
import { messages } from '../../messages/messages.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusHeir } from '../../ui/focus-return.ts';

/**
 * Shows more rows of a list. It goes when all are shown, and leaves the focus on the last row that was
 * there before, from which the next step leads to the first new one.
 */
export function ShowMore({
  left,
  list,
  onPress,
}: {
  /** How many rows are not shown; null if nobody knows yet. */
  readonly left: number | null;
  readonly list: RefObject<HTMLElement | null>;
  readonly onPress: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(
    button,
    () => [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])].at(-1) ?? null,
  );
  return (
    <Button ref={button} size="small" onClick={onPress}>
      {messages.preferences.showMore(left)}
    </Button>
  );
}
