import type { ItemType } from '@foray/domain';
import { useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { flushSync } from 'react-dom';
import { browserCode } from '../../adapters/browser/browser-code.ts';
import { messages } from '../../messages/messages.ts';
import { useClient } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { toastError } from '../../ui/layers/toast.ts';
import { emptyDraft, itemOfDraft, quickAddFields } from '../fields/item-draft.ts';
import { hasWrongDate, titleState, withDay } from '../fields/item-draft.ts';
import type { ItemFormDraft } from '../fields/item-draft.ts';
import { usePersistedDraft } from './persisted-draft.ts';
import { useCardOpening } from './card-opening.ts';
import type { CardOpening } from './card-opening.ts';
import { QuickAddTitle } from './quick-add-title.tsx';
import { TypedTitle } from './lazy-typed-title.ts';
import type { TypedFields } from './typed-fields.ts';
import type { TypedTitleHandle } from './typed-title.tsx';

const { quickAdd: strings } = messages;

// The fields load later, so that a person can type a title at once.
const parts = browserCode(() => import('./quick-add-parts.ts'));
const QuickAddFields = lazyComponent(parts, (it) => it.QuickAddFields);
const UnstoredDrafts = lazyComponent(parts, (it) => it.UnstoredDrafts);

/** Loads the code of an open card before it is opened. */
export function preloadQuickAdd(): Promise<unknown> {
  return parts.load();
}

/** The methods of a quick-add card for the screen around it. */
export interface QuickAddHandle {
  /** Opens the card for a type and puts the cursor into its title. */
  start(type: ItemType): void;
}

/**
 * The quick-add card: one line until it has the focus, then the fields of the chosen type. It keeps the
 * typed text until the item is durable, also while the person looks at another page. `types` are those that
 * it may create; the last, smallest one is chosen first.
 */
export function QuickAdd(props: QuickAddProps) {
  // Each place has its own draft.
  return <QuickAddCard key={placeOf(props)} {...props} />;
}

interface QuickAddProps {
  readonly types: readonly ItemType[];
  readonly parentUuid?: string | null | undefined;
  /** The day of the list that it adds to. */
  readonly day?: string | undefined;
  /** The name of a place that is no parent. */
  readonly place?: string | undefined;
  /** Called when it has closed again. */
  readonly onClosed?: (() => void) | undefined;
  /** Distinguishes the card from that of the page. */
  readonly label?: string | undefined;
  readonly ref?: Ref<QuickAddHandle> | undefined;
}

const placeOf = ({ place, parentUuid }: QuickAddProps) => `card ${place ?? parentUuid ?? ''}`;

/** The draft of a card, with a type that the card may create and the day of its list. */
function useCardDraft(props: QuickAddProps) {
  const { types, day } = props;
  const smallest = types.at(-1) ?? 'todo';
  const kept = usePersistedDraft(placeOf(props), smallest);
  const { draft: typed } = kept;
  const isOffered = types.includes(typed.type);
  const draft = useMemo(
    () => ({ ...typed, type: isOffered ? typed.type : smallest, day }),
    [isOffered, typed, smallest, day],
  );
  return { kept, draft };
}

function QuickAddCard(props: QuickAddProps) {
  const { types, parentUuid = null, day, label, ref, onClosed } = props;
  const { kept, draft } = useCardDraft(props);
  const { isSent, unstored } = kept;
  const [isTried, setIsTried] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const titleReader = useRef<TypedTitleHandle>(null);
  const [typedFields, setTypedFields] = useState<TypedFields | null>(null);
  const opening = useCardOpening(kept, titleField, onClosed);
  const client = useClient();

  const state = titleState(draft.title);
  const next = isSent ? { ...emptyDraft(draft.type), day } : draft;
  const change = (part: Partial<ItemFormDraft>) => {
    opening.endHint();
    kept.set({ ...next, ...part });
  };

  useImperativeHandle(ref, () => ({
    start(type) {
      flushSync(() => change({ type }));
      titleField.current?.focus();
    },
  }));

  async function submit(): Promise<void> {
    if (isSent || state === 'empty') return;
    if (state === 'tooLong') return toastError(strings.tooLongText, strings.tooLong);
    setIsTried(hasWrongDate(draft));
    if (hasWrongDate(draft)) return;
    const plain = itemOfDraft(draft, quickAddFields, parentUuid);
    const reader = titleReader.current;
    const item = reader?.complete(plain) ?? plain;
    const storing = client.actions.createItem(item);
    kept.send();
    // The first key of the next item replaces the title, which stays visible until it is stored.
    titleField.current?.focus();
    titleField.current?.select();
    const { storeQuickAdd: store, readWhenLoaded } = await parts.load();
    if (reader === null) {
      void readWhenLoaded(client, storing, { draft, offered: quickAddFields, parentUuid });
    }
    await store(client, kept, item, storing, titleField);
  }

  return (
    <CardForm label={label} opening={opening} onSubmit={() => void submit()}>
      <QuickAddTitle
        draft={draft}
        isSent={isSent}
        isOpen={opening.isOpen}
        isHinting={opening.phase === 'hinting'}
        field={titleField}
        onChange={(title) => {
          opening.open();
          change({ title });
        }}
        onEnter={() => {
          if (draft.type === 'todo' && state !== 'empty') void submit();
          else opening.hint();
        }}
      />
      {unstored.length > 0 && <UnstoredDrafts kept={kept} field={titleField} />}
      {opening.isOpen && (
        <TypedTitle
          ref={titleReader}
          input={titleField}
          draft={draft}
          parentUuid={parentUuid}
          onChange={change}
          onFields={setTypedFields}
          kept={kept}
        />
      )}
      {opening.isOpen && (
        <TypeTabs types={types} type={draft.type} onChange={(type) => change({ type })}>
          <div className="flex flex-wrap items-end gap-3 *:flex-[1_1_8rem] md:*:min-w-44 md:*:flex-none">
            <QuickAddFields
              draft={isSent ? withDay(next) : { ...withDay(next), ...typedFields?.values }}
              parentUuid={typedFields?.parentUuid ?? parentUuid}
              isTried={isTried}
              onChange={(part) => change(typedFields?.change(part) ?? part)}
              onSubmit={() => void submit()}
            />
            {/* Separate from the fields, so that it keeps the focus when they are loaded. */}
            <div className="flex justify-end md:ms-auto">
              <Button type="submit" variant="primary" disabled={state === 'empty'} busy={isSent}>
                {strings.submit[draft.type]}
              </Button>
            </div>
          </div>
        </TypeTabs>
      )}
    </CardForm>
  );
}

/** The card as a form, which opens with the focus. */
function CardForm({
  label = strings.label,
  opening: { isOpen, boundary },
  onSubmit,
  children,
}: {
  readonly label: string | undefined;
  readonly opening: CardOpening;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Card
      className={classNames(
        'mb-3 transition-colors duration-100 hover:border-line-strong print:hidden',
        isOpen && 'border-line-strong',
      )}
    >
      <form
        aria-label={label}
        tabIndex={-1}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        {...boundary}
        // With text in the card Escape leaves it open, and a dialog around it too.
        data-own-escape={isOpen || undefined}
        className="outline-none"
      >
        {children}
      </form>
    </Card>
  );
}

/** The choice of the new item's type around the fields; only the fields if there is a single type. */
function TypeTabs({
  types,
  type: chosen,
  onChange,
  children,
}: {
  readonly types: readonly ItemType[];
  readonly type: ItemType;
  readonly onChange: (type: ItemType) => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="animate-fade-in border-t border-line p-3.5">
      {types.length > 1 ? (
        <Tabs
          label={strings.tabsLabel}
          look="choice"
          value={chosen}
          onValueChange={onChange}
          items={types.map((type) => ({ value: type, label: strings.tabs[type] }))}
        >
          <TabPanel value={chosen}>
            <div className="mt-3">{children}</div>
          </TabPanel>
        </Tabs>
      ) : (
        children
      )}
    </div>
  );
}
