import { useRef } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { Button } from './button.tsx';
import { firstIcons } from '../icons/first-icons.ts';
import { useFocusFallback } from '../interaction/focus-fallback.ts';

/** Reads something from the server. When it is removed with the focus on it, `fallback` gets the focus. */
export function ReadButton({
  fallback,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'ref' | 'size' | 'icon'> & {
  readonly fallback: RefObject<HTMLElement | null>;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button, () => fallback.current);
  return <Button {...rest} ref={button} size="small" icon={firstIcons.sync} />;
}
