import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from '../controls/kbd.tsx';
import { useDelay } from '../interaction/use-delay.ts';
import { pressedKey } from '../interaction/pressed-key.ts';

const appearDelayMs = 400;
const edgePx = 8;
/** With less space below an element its tooltip is beside it. */
const roomBelowPx = 48;

/** The element whose tooltip appears after `delayMs`: at once for the keyboard, later for the mouse. */
interface Wanted {
  readonly host: Element;
  readonly delayMs: number;
}

function hostOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-tooltip]') : null;
}

/**
 * The only tooltip of the app: it appears on hover with a mouse and on focus by keyboard, closes on Escape,
 * press or scroll, and stays inside the window, below its element if there is space, or else beside it:
 * above, it would hide the row that people have just read or are about to press. One set of listeners
 * serves every element.
 */
export function TooltipLayer() {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [shown, setShown] = useState<Element | null>(null);

  useEffect(() => {
    const hide = () => {
      setWanted(null);
      setShown(null);
    };
    const want = (target: EventTarget | null, delayMs: number) => {
      const host = hostOf(target);
      setWanted((before) => (host === before?.host ? before : host && { host, delayMs }));
      setShown((before) => (host === before ? before : null));
    };
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') want(event.target, appearDelayMs);
    };
    const onFocusIn = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) {
        want(event.target, 0);
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) === 'Escape') hide();
    };
    const events = new AbortController();
    const { signal } = events;
    document.addEventListener('pointerover', onPointerOver, { signal });
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('focusout', hide, { signal });
    document.addEventListener('pointerdown', hide, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    window.addEventListener('scroll', hide, { passive: true, capture: true, signal });
    return () => events.abort();
  }, []);

  useDelay(() => setShown(wanted?.host ?? null), wanted?.delayMs ?? null, wanted);

  return shown?.isConnected ? <Bubble host={shown} /> : null;
}

function Bubble({ host }: { readonly host: Element }) {
  const bubble = useRef<HTMLDivElement>(null);
  const keys = host.getAttribute('data-tooltip-keys');

  useLayoutEffect(() => {
    const element = bubble.current;
    if (element === null) return;
    const box = host.getBoundingClientRect();
    const half = element.offsetWidth / 2;
    const center = box.left + box.width / 2;
    const left = Math.min(Math.max(center, half + edgePx), window.innerWidth - half - edgePx);
    const isBelow = window.innerHeight - box.bottom >= roomBelowPx;
    const isLeft = box.left >= window.innerWidth - box.right;
    const roomBeside = isLeft ? box.left : window.innerWidth - box.right;
    if (isBelow || roomBeside < element.offsetWidth + 2 * edgePx) {
      element.style.left = `${left}px`;
      element.style.top = `${isBelow ? box.bottom + edgePx : box.top - edgePx}px`;
      element.style.translate = isBelow ? '-50% 0' : '-50% -100%';
      return;
    }
    element.style.left = `${isLeft ? box.left - edgePx : box.right + edgePx}px`;
    element.style.top = `${box.top + box.height / 2}px`;
    element.style.translate = isLeft ? '-100% -50%' : '0 -50%';
  }, [host]);

  return (
    <div
      ref={bubble}
      aria-hidden="true"
      data-tooltip-bubble=""
      className="pointer-events-none fixed z-60 flex max-w-64 animate-fade-in items-center gap-2 rounded-small border border-line bg-raised px-2 py-1 text-meta text-ink shadow-float"
    >
      <span>{host.getAttribute('data-tooltip')}</span>
      {keys !== null && <Kbd keys={keys} />}
    </div>
  );
}
