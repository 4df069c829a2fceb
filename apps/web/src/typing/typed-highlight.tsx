import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { Span } from '@foray/typing';

/** Styles that align the layer's text with the field's. */
const sharedStyles = [
  'direction',
  'fontFamily',
  'fontFeatureSettings',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'paddingBlock',
  'paddingInline',
  'textAlign',
  'textIndent',
  'wordSpacing',
] as const;

/** Styles that only this component needs are here, not in the style sheet, which the first screen loads. */
const layerStyle = { zIndex: -1, whiteSpace: 'pre', color: 'transparent' } as const;
const markStyle = {
  color: 'transparent',
  boxShadow: '0 0 0 1px var(--color-accent-soft)',
} as const;

/**
 * Marks parts of a field's text with a layer behind the text. The field must have no background of its own,
 * and be as large as its parent, which must be `relative`. The layer follows the field's font, direction
 * and scrolling.
 */
export function TypedHighlight({
  input,
  text,
  spans,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly spans: readonly Span[];
}) {
  const layer = useRef<HTMLDivElement>(null);
  const hasSpans = spans.length > 0;

  useLayoutEffect(() => {
    const [field, marks] = [input.current, layer.current];
    if (!hasSpans || field === null || marks === null) return undefined;
    // The layer is behind the field, and in front of everything behind the field.
    if (field.parentElement !== null) field.parentElement.style.isolation = 'isolate';
    const follow = () => {
      const style = getComputedStyle(field);
      for (const name of sharedStyles) marks.style[name] = style[name];
      // Has the width of the field's border.
      marks.style.border = `${style.borderTopWidth} solid transparent`;
    };
    const scroll = () => {
      marks.scrollLeft = field.scrollLeft;
    };
    follow();
    scroll();
    const observer = new ResizeObserver(follow);
    observer.observe(field);
    // Some browsers do not report the scrolling of a field by typing and by the cursor.
    field.addEventListener('scroll', scroll);
    document.addEventListener('selectionchange', scroll);
    return () => {
      observer.disconnect();
      field.removeEventListener('scroll', scroll);
      document.removeEventListener('selectionchange', scroll);
    };
  }, [input, hasSpans]);
  useEffect(() => {
    if (layer.current !== null) layer.current.scrollLeft = input.current?.scrollLeft ?? 0;
  });

  const parent = input.current?.parentElement;
  if (!hasSpans || !parent) return null;
  return createPortal(
    <div
      ref={layer}
      aria-hidden
      data-typed-layer=""
      style={layerStyle}
      className="pointer-events-none absolute inset-0 flex items-center overflow-hidden"
    >
      <span className="shrink-0">{partsOf(text, spans)}</span>
    </div>,
    parent,
  );
}

function partsOf(text: string, spans: readonly Span[]) {
  let place = 0;
  const parts = spans.flatMap(({ start, end }) => {
    const before = text.slice(place, start);
    place = end;
    return [
      before,
      <mark key={start} style={markStyle} className="rounded-small bg-accent-soft">
        {text.slice(start, end)}
      </mark>,
    ];
  });
  return [...parts, text.slice(place)];
}
