import { createContext, use, useId, useMemo } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { classNames } from '../styles/class-names.ts';

/** A single tab. `count` is shown as a badge only above zero. */
export interface TabItem<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
  readonly disabled?: boolean | undefined;
}

/** The state that a panel reads from its tabs. */
interface TabsState {
  readonly id: string;
  readonly value: string;
}

const TabsContext = createContext<TabsState>({ id: '', value: '' });

const tabId = ({ id }: TabsState, value: string): string => `${id}tab-${value}`;
const panelId = ({ id }: TabsState, value: string): string => `${id}panel-${value}`;

/** The tab that a key selects from the focused one, among the enabled tabs; null for other keys. */
function tabOfKey(
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  tabs: readonly HTMLElement[],
): HTMLElement | null {
  const at = tabs.indexOf(currentTarget);
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
  const wrapped = (place: number) => tabs[(place + tabs.length) % tabs.length] ?? null;
  switch (key) {
    case 'Home':
      return wrapped(0);
    case 'End':
      return wrapped(-1);
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      return wrapped(at + 1);
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return wrapped(at - 1);
    default:
      return null;
  }
}

/** Moves the focus by arrow keys, Home and End, and selects the focused tab. */
function onTabKeyDown(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const list = event.currentTarget.closest('[role=tablist]');
  const next = tabOfKey(event, [...(list?.querySelectorAll<HTMLElement>(':enabled') ?? [])]);
  if (next === null) return;
  event.preventDefault();
  next.focus();
  next.click();
}

/**
 * Tabs with arrow keys, Home and End, as in the ARIA practices. `children` are `TabPanel`s, one for each
 * tab; only the selected panel is rendered. `look`: 'line' under a screen's heading, 'choice' inside a card
 * or dialog.
 */
export function Tabs<Value extends string>({
  label,
  items,
  badgeOf,
  value,
  onValueChange,
  look = 'line',
  children,
}: {
  readonly label: string;
  readonly items: readonly TabItem<Value>[];
  /** Renders the count of a tab that is known later. */
  readonly badgeOf?: ((value: Value) => ReactNode) | undefined;
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly look?: 'line' | 'choice' | undefined;
  readonly children?: ReactNode;
}) {
  const line = look === 'line';
  const id = useId();
  const state = useMemo(() => ({ id, value }), [id, value]);
  return (
    <TabsContext value={state}>
      {/* A single child for the layout around the tabs. */}
      <div>
        <div className={line ? 'mb-3 border-b border-line' : undefined}>
          <div
            role="tablist"
            aria-label={label}
            className={
              line
                ? // The touch area of a short tab reaches beyond its words, also at the edge of the page.
                  // Three tabs with three digits each fit into 360 px, and four with two.
                  '-ms-3 -mb-px flex gap-[clamp(8px,40vw-136px,20px)] overflow-x-auto ps-3 [scrollbar-width:none]'
                : 'inline-flex max-w-full gap-0.5 overflow-x-auto rounded-medium bg-sunken p-0.5 [scrollbar-width:none]'
            }
          >
            {items.map((item) => (
              <button
                key={item.value}
                type="button"
                role="tab"
                id={tabId(state, item.value)}
                aria-selected={item.value === value}
                aria-controls={item.value === value ? panelId(state, value) : undefined}
                tabIndex={item.value === value ? 0 : -1}
                disabled={item.disabled}
                onClick={() => onValueChange(item.value)}
                onKeyDown={onTabKeyDown}
                className={classNames(
                  'inline-flex shrink-0 items-center gap-1 font-strong text-body text-ink-3 select-none',
                  'transition-colors duration-100 hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
                  'aria-selected:text-ink pointer-coarse:min-h-11',
                  line
                    ? 'touch-target min-h-9 border-b-2 border-transparent -outline-offset-2 aria-selected:border-accent-ink'
                    : 'min-h-7 justify-center rounded-small pointer-coarse:min-w-11 px-3 aria-selected:bg-lifted aria-selected:shadow-card',
                )}
              >
                <span>{item.label}</span>
                {item.count !== undefined && item.count > 0 && <Badge>{item.count}</Badge>}
                {badgeOf && <span className="empty:hidden">{badgeOf(item.value)}</span>}
              </button>
            ))}
          </div>
        </div>
        {children}
      </div>
    </TabsContext>
  );
}

/** The content of one tab, rendered while it is selected. */
export function TabPanel({
  value,
  children,
}: {
  readonly value: string;
  readonly children: ReactNode;
}) {
  const state = use(TabsContext);
  if (value !== state.value) return null;
  return (
    <div
      role="tabpanel"
      id={panelId(state, value)}
      aria-labelledby={tabId(state, value)}
      tabIndex={0}
      className="focus-visible:outline-offset-4"
    >
      {children}
    </div>
  );
}
