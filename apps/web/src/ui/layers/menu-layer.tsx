import { Menu } from 'radix-ui/internal';
import { useRef } from 'react';
import type { RefObject } from 'react';
import { classNames } from '../styles/class-names.ts';
import { isFocusFree } from '../interaction/focus-return.ts';
import { Icon } from '../icons/icon.tsx';
import { Kbd } from '../controls/kbd.tsx';
import { addedEntries } from './added-entries.ts';
import type { MenuEntry } from './menu.tsx';
import { listIcons } from '../icons/list-icons.ts';
import { useLayerEntry } from './use-layer-entry.ts';
import { pressedKey } from '../interaction/pressed-key.ts';

const itemClasses = classNames(
  'flex min-h-8 items-center gap-2.5 rounded-small px-2 py-1 text-body outline-none select-none pointer-coarse:min-h-11',
  'data-[highlighted]:bg-hover dark:data-[highlighted]:bg-line data-[disabled]:text-ink-3',
);

function Entry({
  entry,
  onChosen,
}: {
  readonly entry: MenuEntry;
  readonly onChosen: (act: () => void) => void;
}) {
  switch (entry.kind) {
    case 'line':
      return <Menu.Separator className="my-1 h-px bg-line" />;
    case 'heading':
      return <Menu.Label className="px-2 py-1.5 text-meta text-ink-3">{entry.content}</Menu.Label>;
    case 'choice':
      return (
        <Menu.CheckboxItem
          role="menuitemradio"
          aria-checked={entry.chosen}
          checked={entry.chosen}
          onSelect={() => onChosen(entry.onSelect)}
          className={itemClasses}
        >
          <span className="w-4">{entry.chosen && <Icon icon={listIcons.check} size={16} />}</span>
          <span dir="auto" className="min-w-0 flex-1 text-start">
            {entry.label}
          </span>
        </Menu.CheckboxItem>
      );
    case 'action':
      return (
        <Menu.Item
          disabled={entry.disabledBecause !== undefined}
          onSelect={() => onChosen(entry.onSelect)}
          className={classNames(itemClasses, entry.destructive && 'text-danger-ink')}
        >
          {entry.icon && <Icon icon={entry.icon} size={16} />}
          <span className="min-w-0 flex-1">
            <span>{entry.label}</span>
            {entry.disabledBecause !== undefined && (
              <span className="block text-meta">{entry.disabledBecause}</span>
            )}
          </span>
          {entry.keys !== undefined && (
            <span className="pointer-coarse:hidden">
              <Kbd keys={entry.keys} />
            </span>
          )}
        </Menu.Item>
      );
  }
}

/**
 * The open menu, in a separate chunk, inside the dialog of its trigger, or else in the page's main
 * landmark. It is not modal, because Radix's modal menu stops scrolling with a style element that the
 * content security policy forbids. Opened by a key it starts at its first entry. The chosen action runs
 * once the focus is back on the trigger, so that a dialog that it opens returns the focus there.
 */
export default function MenuLayer({
  label,
  anchor,
  entries,
  open,
  isByKey,
  onOpenChange,
}: {
  readonly label: string;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly entries: readonly MenuEntry[];
  readonly open: boolean;
  readonly isByKey: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  useLayerEntry(open, () => onOpenChange(false));
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Menu.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Menu.Portal
        container={
          anchor.current?.closest<HTMLElement>('[role=dialog]') ?? document.querySelector('main')
        }
      >
        <Menu.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          onFocus={({ target, currentTarget, relatedTarget }) => {
            if (!isByKey || target !== currentTarget || currentTarget.contains(relatedTarget)) {
              return;
            }
            const first = '[role^=menuitem]:not([data-disabled])';
            currentTarget.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
          }}
          onKeyDown={(event) => {
            // Radix starts listening some time after the focus is here, so Escape would be lost until then.
            if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
            event.preventDefault();
            onOpenChange(false);
          }}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.current?.contains(event.target)) {
              event.preventDefault();
            }
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A press beside the menu closes it too, and may have focused a field.
            if (isFocusFree(anchor.current)) anchor.current?.focus({ preventScroll: true });
            const act = chosen.current;
            chosen.current = null;
            act?.();
          }}
          className="z-50 max-h-(--radix-popper-available-height) min-w-48 max-w-[calc(100vw-1rem)] data-[state=open]:animate-pop-in overflow-y-auto rounded-large border border-line bg-raised p-1 text-ink shadow-overlay outline-none"
        >
          {[...entries, ...addedEntries.of(anchor.current)].map((entry, place) => (
            <Entry
              key={entry.kind === 'action' || entry.kind === 'choice' ? entry.label : place}
              entry={entry}
              onChosen={(act) => {
                chosen.current = act;
              }}
            />
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
