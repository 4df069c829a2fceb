import type { LocalItem } from '@foray/sync';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useReplica } from '../../replica/index.ts';
import { useObservable } from '../../state/observable.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { tooltipProps } from '../../ui/controls/tooltip.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { focusAfterRemoval, routeHeading } from '../../ui/interaction/focus-return.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { controlIn } from '../actions/list-focus.ts';
import { useItemScreen } from '../dialogs/item-dialogs.tsx';
import { priorityChoices } from '../fields/field-editor.tsx';
import { planEdit, planStatus, useBulkActs } from './bulk-acts.ts';
import { BulkDialog } from './bulk-dialogs.tsx';
import type { BulkQuestion } from './bulk-dialogs.tsx';
import { followRows, selectedNoteId } from './selected-rows.ts';
import { endSelection, lastSelected, selectAll, selection } from './selection.ts';

const { selecting: strings } = lazyMessages;
const { item: words } = listMessages;

const priorities = { '1': 'high', '2': 'medium', '3': 'low', '0': null } as const;

/** A question that is open or fading out. */
interface Asked {
  readonly kind: BulkQuestion;
  readonly items: readonly LocalItem[];
  readonly count: number;
}

/** The acts on the selected items, which the bar and the keys of a selected row share. */
function useActs(ask: (kind: BulkQuestion, items: readonly LocalItem[]) => void) {
  const replica = useReplica();
  const screen = useItemScreen();
  const act = useBulkActs();
  /** The selected items as they are shown now. */
  const seen = () => [...selection.get()].flatMap((uuid) => replica.item(uuid) ?? []);
  return {
    complete: () => void act(planStatus('complete', seen())),
    start: () => void act(planStatus('start', seen())),
    queue: () => void act(planStatus('moveToQueue', seen())),
    date() {
      const all = seen();
      if (all[0] !== undefined) screen.ask({ kind: 'date', item: all[0], all });
    },
    ask: (kind: BulkQuestion) => ask(kind, seen()),
    prioritise: (priority: LocalItem['priority']) =>
      void act(planEdit('priority', seen(), { change: { priority } })),
    act,
  };
}

type Acts = ReturnType<typeof useActs>;

/** The act of a key on a selected row. */
function actOfKey(acts: Acts, key: string): (() => void) | undefined {
  const keys: Readonly<Record<string, () => void>> = {
    c: acts.complete,
    s: acts.start,
    q: acts.queue,
    d: acts.date,
    l: () => acts.ask('labels'),
    a: () => acts.ask('assign'),
    m: () => acts.ask('move'),
    v: () => acts.ask('move'),
    delete: () => acts.ask('delete'),
  };
  if (key in priorities) {
    return () => acts.prioritise(priorities[key as keyof typeof priorities]);
  }
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}

/** On a selected row the keys of its commands are about all selected items; before the row handles them. */
function useKeys(acts: Acts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLElement)) return;
    const row = target.matches('[data-control]') ? target.closest('[data-selected]') : null;
    const act = row === null ? undefined : actOfKey(acts, shortcutKey(event) ?? '');
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!repeat) act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}

/** The bar for the selected items, and its questions, which outlive it. */
export function SelectionBar() {
  const count = useObservable(selection).size;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const acts = useActs((kind, items) => {
    setAsked((before) => ({ kind, items, count: (before?.count ?? 0) + 1 }));
    setIsOpen(true);
  });
  return (
    <>
      {count > 0 && <Bar count={count} acts={acts} />}
      {asked !== null && (
        <LayerBoundary open={isOpen} onClose={() => setIsOpen(false)}>
          <BulkDialog
            key={asked.count}
            kind={asked.kind}
            items={asked.items}
            open={isOpen}
            onOpenChange={setIsOpen}
            onPlan={(plan) => void acts.act(plan)}
          />
        </LayerBoundary>
      )}
    </>
  );
}

function Bar({ count, acts }: { readonly count: number; readonly acts: Acts }) {
  const bar = useRef<HTMLElement>(null);
  useKeys(acts);
  useEffect(followRows, []);
  useEffect(() => {
    const element = bar.current;
    return () =>
      focusAfterRemoval(element, () => {
        const row = document.querySelector(`[data-uuid="${CSS.escape(lastSelected() ?? '')}"]`);
        return controlIn(row, 'open') ?? routeHeading();
      });
  }, []);
  return (
    <section
      ref={bar}
      aria-label={strings.bar}
      className="@container pointer-events-none fixed inset-x-0 bottom-safe-14 z-30 flex justify-center px-safe lg:bottom-3"
      data-selection-bar=""
    >
      <div className="pointer-events-auto flex w-full animate-fade-in flex-wrap items-center gap-x-1 border-t border-line bg-raised p-1.5 text-ink shadow-overlay @xl:mx-3 @xl:mb-2 @xl:w-auto @xl:rounded-large @xl:border">
        <div className="flex w-full items-center gap-1 @3xl:w-auto">
          <IconButton
            label={strings.end}
            keys="Esc"
            icon={firstIcons.close}
            onClick={endSelection}
          />
          <span className="font-strong whitespace-nowrap">{strings.count(count)}</span>
          <Button variant="quiet" size="small" className="ms-auto" onClick={selectAll}>
            {strings.all}
          </Button>
        </div>
        <div className="flex w-full items-center justify-between @3xl:w-auto @3xl:justify-start">
          <Act label={words.complete} keys="C" icon={listIcons.check} onClick={acts.complete} />
          <Act label={words.start} keys="S" icon={listIcons.play} onClick={acts.start} />
          <Act label={strings.queue} keys="Q" icon={firstIcons.queue} onClick={acts.queue} />
          <Act label={words.date} keys="D" icon={listIcons.calendar} onClick={acts.date} />
          <Act
            label={strings.labels}
            keys="L"
            icon={listIcons.label}
            onClick={() => acts.ask('labels')}
          />
          <Menu
            label={listMessages.fields.priority}
            trigger={<Act label={listMessages.fields.priority} icon={listIcons.priority} />}
            entries={priorityChoices.map(({ value, label }) => ({
              kind: 'action',
              label,
              onSelect: () => acts.prioritise(value),
            }))}
          />
          <Act
            label={words.assign}
            keys="A"
            icon={listIcons.person}
            onClick={() => acts.ask('assign')}
          />
          <Act
            label={strings.move}
            keys="M"
            icon={listIcons.move}
            onClick={() => acts.ask('move')}
          />
          <Act
            label={words.delete}
            keys="Del"
            icon={listIcons.trash}
            onClick={() => acts.ask('delete')}
          />
        </div>
      </div>
      <span id={selectedNoteId} hidden>
        {strings.row}
      </span>
    </section>
  );
}

/** A button of the bar: its name is beside the icon where there is space. */
function Act({
  label,
  keys,
  icon,
  ...rest
}: React.ComponentProps<'button'> & {
  readonly label: string;
  readonly keys?: string;
  readonly icon: IconShape;
}) {
  return (
    <Button
      {...tooltipProps(label, keys)}
      {...rest}
      variant="quiet"
      icon={icon}
      aria-label={label}
      className="min-w-0 px-1! @xl:px-2!"
    >
      <span className="hidden @5xl:inline">{label}</span>
    </Button>
  );
}
