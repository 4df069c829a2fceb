import { useEffect, useRef, useState } from 'react';
import { Kbd } from './kbd.tsx';

interface Shown {
  readonly label: string;
  readonly keys: string | undefined;
  readonly left: number;
  readonly top: number;
  readonly below: boolean;
}

const appearDelayMs = 400;
const edgePx = 8;

function place(target: Element): Shown | null {
  const label = target.getAttribute('data-tooltip');
  if (label === null) return null;
  const box = target.getBoundingClientRect();
  const below = box.top < 48;
  return {
    label,
    keys: target.getAttribute('data-tooltip-keys') ?? undefined,
    left: box.left + box.width / 2,
    top: below ? box.bottom + edgePx : box.top - edgePx,
    below,
  };
}

/**
 * The one tooltip of the app: it follows hover by a precise pointer and focus by keyboard, leaves on
 * Escape, press or scroll, and stays inside the window. One set of listeners serves every element.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const show = (target: EventTarget | null, delayMs: number) => {
      clearTimeout(timer);
      const host = target instanceof Element ? target.closest('[data-tooltip]') : null;
      if (host === null) return setShown(null);
      timer = setTimeout(() => setShown(place(host)), delayMs);
    };
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') show(event.target, appearDelayMs);
    };
    const onFocusIn = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) {
        show(event.target, 0);
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', onPointerOver);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('scroll', hide, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointerOver);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('scroll', hide, { capture: true });
    };
  }, []);

  useEffect(() => {
    const element = bubble.current;
    if (element === null || shown === null) return;
    const half = element.offsetWidth / 2;
    const left = Math.min(Math.max(shown.left, half + edgePx), window.innerWidth - half - edgePx);
    element.style.left = `${left}px`;
  }, [shown]);

  if (shown === null) return null;
  return (
    <div
      ref={bubble}
      aria-hidden="true"
      data-tooltip-bubble=""
      style={{
        left: shown.left,
        top: shown.top,
        translate: shown.below ? '-50% 0' : '-50% -100%',
      }}
      className="pointer-events-none fixed z-60 flex max-w-64 animate-fade-in items-center gap-2 rounded-small border border-line bg-raised px-2 py-1 text-meta text-ink shadow-float"
    >
      {shown.label}
      {shown.keys !== undefined && <Kbd keys={shown.keys} />}
    </div>
  );
}
