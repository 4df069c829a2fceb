import { Content, List, Root, Trigger } from 'radix-ui/tabs';
import type { FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { classNames } from './class-names.ts';

/** One tab. `count` shows as a badge only above zero. */
export interface TabItem<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
  readonly disabled?: boolean | undefined;
}

/**
 * Radix focuses a pressed tab by script, for which browsers show the ring of keyboard focus. The mark
 * of a press hides it until the focus leaves or a key is used.
 */
const pressMark = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.dataset['pressed'] = '';
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    delete event.currentTarget.dataset['pressed'];
  },
  onBlur: (event: FocusEvent<HTMLElement>) => {
    delete event.currentTarget.dataset['pressed'];
  },
};

/**
 * Tabs with arrow keys, Home and End. `children` are `TabPanel`s, one for each tab; a panel that is
 * not chosen is not rendered. `look`: 'line' under a screen's heading, 'choice' inside a card or dialog.
 */
export function Tabs<Value extends string>({
  label,
  items,
  value,
  onValueChange,
  look = 'line',
  children,
}: {
  readonly label: string;
  readonly items: readonly TabItem<Value>[];
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly look?: 'line' | 'choice' | undefined;
  readonly children?: ReactNode;
}) {
  const line = look === 'line';
  return (
    <Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <List
        aria-label={label}
        className={
          line
            ? 'mb-3 flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]'
            : 'inline-flex max-w-full gap-0.5 overflow-x-auto rounded-medium bg-sunken p-0.5 [scrollbar-width:none]'
        }
      >
        {items.map((item) => (
          <Trigger
            key={item.value}
            value={item.value}
            disabled={item.disabled}
            {...pressMark}
            className={classNames(
              'inline-flex shrink-0 items-center gap-1.5 font-strong text-body text-ink-3 select-none',
              'data-[pressed]:outline-none',
              'transition-colors duration-100 hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
              'data-[state=active]:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11 justify-center',
              line
                ? '-mb-px min-h-9 border-b-2 border-transparent -outline-offset-2 data-[state=active]:border-accent-ink'
                : 'min-h-7 rounded-small px-3 data-[state=active]:bg-lifted data-[state=active]:shadow-card',
            )}
          >
            {item.label}
            {item.count !== undefined && item.count > 0 && <Badge>{item.count}</Badge>}
          </Trigger>
        ))}
      </List>
      {children}
    </Root>
  );
}

/** The content of one tab. */
export function TabPanel({
  value,
  children,
}: {
  readonly value: string;
  readonly children: ReactNode;
}) {
  return (
    <Content
      value={value}
      className="outline-none focus-visible:outline-2 focus-visible:outline-offset-4"
    >
      {children}
    </Content>
  );
}
