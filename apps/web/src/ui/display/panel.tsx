import { createContext, use, useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { Card } from './card.tsx';

const IsInGroup = createContext(false);

/**
 * A card with a heading: settings of one kind, or a part of a `PanelGroup`. With a `headingRef` the heading can
 * be given the focus.
 */
export function Panel({
  title,
  headingRef,
  description,
  children,
}: {
  readonly title: string;
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
}) {
  const isInGroup = use(IsInGroup);
  const [Frame, Heading] = isInGroup ? (['div', 'h3'] as const) : ([Card, 'h2'] as const);
  return (
    <Frame className="p-4 md:p-5">
      <Heading
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        className={isInGroup ? 'font-strong outline-none' : 'text-lead font-strong outline-none'}
      >
        {title}
      </Heading>
      {description !== undefined && <div className="mt-0.5 text-ink-3">{description}</div>}
      {children !== undefined && <div className="mt-3">{children}</div>}
    </Frame>
  );
}

/** Panels that belong together, in one card under a common heading. */
export function PanelGroup({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lead font-strong">
        {title}
      </h2>
      <Card className="divide-y divide-line">
        <IsInGroup value>{children}</IsInGroup>
      </Card>
    </section>
  );
}
