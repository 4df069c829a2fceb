import { counterAboveChars, maxTitleChars, textLength } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import type { FocusEvent, FormEvent, KeyboardEvent, Ref } from 'react';
import { flushSync } from 'react-dom';
import { browserCode } from '../../adapters/browser/browser-code.ts';
import { messages } from '../../messages/messages.ts';
import { useClient } from '../../replica/index.ts';
import { afterPress } from '../../ui/interaction/after-press.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { CharacterCount } from '../../ui/controls/character-count.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { toastError } from '../../ui/layers/toast.ts';
import { emptyDraft, isEmptyDraft, itemOfDraft, quickAddFields } from '../fields/item-draft.ts';
import { hasWrongDate, titleLine, titleState } from '../fields/item-draft.ts';
import type { ItemFormDraft } from '../fields/item-draft.ts';
import { usePersistedDraft } from './persisted-draft.ts';
import { isQuickAddOpen } from './open-quick-add.ts';
import { TypedTitle } from './lazy-typed-title.ts';
import type { TypedTitleHandle } from './typed-title.tsx';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';

const { quickAdd: strings } = messages;

// A person who types a title at once need not wait for them.
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
  return <QuickAddCard key={props.parentUuid ?? ''} {...props} />;
}

interface QuickAddProps {
  readonly types: readonly ItemType[];
  readonly parentUuid?: string | null | undefined;
  readonly ref?: Ref<QuickAddHandle> | undefined;
}

/** Runs `work` if the focus is outside the form once a press is over. */
function whereLeft(form: HTMLFormElement | null | undefined, work: () => void): void {
  afterPress(() => {
    if (!form?.contains(document.activeElement)) work();
  });
}

function QuickAddCard({ types, parentUuid = null, ref }: QuickAddProps) {
  const smallest = types.at(-1) ?? 'todo';
  const kept = usePersistedDraft(`card ${parentUuid ?? ''}`, smallest);
  const { draft: typed, isSent, unstored } = kept;
  const [isExpanded, setIsExpanded] = useState(!isEmptyDraft(typed));
  /** Whether Enter was pressed in the title without effect. */
  const [isInVain, setIsInVain] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const titleReader = useRef<TypedTitleHandle>(null);
  const client = useClient();
  const errorId = useId();

  const draft = types.includes(typed.type) ? typed : { ...typed, type: smallest };
  const state = titleState(draft.title);
  const length = textLength(draft.title);
  const next = isSent ? emptyDraft(draft.type) : draft;
  const change = (part: Partial<ItemFormDraft>) => {
    setIsInVain(false);
    kept.set({ ...next, ...part });
  };

  useEffect(() => {
    isQuickAddOpen.set(isExpanded);
    return () => isQuickAddOpen.set(false);
  }, [isExpanded]);

  // A card that was cleared while its user is elsewhere closes.
  useEffect(() => {
    if (!isSent && isEmptyDraft(typed)) {
      whereLeft(titleField.current?.form, () => setIsExpanded(false));
    }
  }, [isSent, typed]);

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
    await store(kept, item, storing, titleField);
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const onTitleKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Enter') return;
    event.preventDefault();
    if (draft.type === 'todo' && state !== 'empty') void submit();
    else setIsInVain(true);
  };
  // Handled for every field, since any of them may have the focus.
  const boundary = {
    onFocus() {
      if (!isExpanded) setIsInVain(false);
      setIsExpanded(true);
    },
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const form = event.currentTarget;
      if (form.contains(event.relatedTarget) || !isEmptyDraft(draft)) return;
      whereLeft(form, () => setIsExpanded(false));
    },
    onKeyDown(event: KeyboardEvent) {
      if (pressedKey(event) !== 'Escape' || !isEmptyDraft(draft)) return;
      titleField.current?.focus();
      setIsExpanded(false);
    },
  };

  const fields = (
    <div className="flex flex-wrap items-end gap-3 *:flex-[1_1_8rem] md:*:min-w-44 md:*:flex-none">
      <QuickAddFields
        draft={next}
        parentUuid={parentUuid}
        isTried={isTried}
        onChange={change}
        onSubmit={() => void submit()}
      />
      {/* Separate from the fields, so that it keeps the focus when they are loaded. */}
      <div className="flex justify-end md:ms-auto">
        <Button type="submit" variant="primary" disabled={state === 'empty'} busy={isSent}>
          {strings.submit[draft.type]}
        </Button>
      </div>
    </div>
  );
  return (
    <Card
      className={classNames(
        'mb-3 transition-colors duration-100 hover:border-line-strong print:hidden',
        isExpanded && 'border-line-strong',
      )}
    >
      <form
        aria-label={strings.label}
        tabIndex={-1}
        noValidate
        onSubmit={onSubmit}
        {...boundary}
        // With text in the card Escape leaves it open, and a dialog around it too.
        data-own-escape={isExpanded || undefined}
        className="outline-none"
      >
        <label className="flex min-h-11 cursor-text items-center gap-2.5 px-3.5">
          <Icon icon={firstIcons.plus} className={isExpanded ? 'text-accent-ink' : 'text-ink-3'} />
          <span className="sr-only">{strings.title}</span>
          <span className="relative flex min-w-0 flex-1">
            <input
              dir="auto"
              ref={titleField}
              value={draft.title}
              aria-busy={isSent || undefined}
              placeholder={strings.placeholder[draft.type]}
              autoComplete="off"
              enterKeyHint={draft.type === 'todo' ? 'done' : 'next'}
              aria-invalid={state === 'tooLong' || undefined}
              aria-describedby={state === 'tooLong' ? errorId : undefined}
              onKeyDown={onTitleKeyDown}
              onSelect={(event) => isSent && event.currentTarget.select()}
              onChange={(event) => {
                setIsExpanded(true);
                change({ title: titleLine(event.target.value) });
              }}
              className="min-h-11 min-w-0 flex-1 bg-transparent text-lead outline-none aria-busy:selection:bg-transparent md:text-body md:pointer-coarse:text-lead"
            />
          </span>
        </label>
        {length > counterAboveChars && (
          <div className="flex items-start justify-between gap-3 px-3.5 pb-2">
            <p id={errorId} role="alert" className="text-meta text-danger-ink">
              {state === 'tooLong' && strings.tooLongInline}
            </p>
            <CharacterCount length={length} showAbove={counterAboveChars} max={maxTitleChars} />
          </div>
        )}
        {isExpanded && isInVain && (
          <p role="alert" className="px-3.5 pb-2 text-meta text-ink-3">
            {state === 'empty' ? strings.emptyHint : strings.enterHint}
          </p>
        )}
        {unstored.length > 0 && <UnstoredDrafts kept={kept} field={titleField} />}
        {isExpanded && (
          <TypedTitle
            ref={titleReader}
            input={titleField}
            draft={draft}
            parentUuid={parentUuid}
            onChange={change}
            kept={kept}
          />
        )}
        {isExpanded && (
          <div className="animate-fade-in border-t border-line p-3.5">
            {types.length > 1 ? (
              <Tabs
                label={strings.tabsLabel}
                look="choice"
                value={draft.type}
                onValueChange={(type) => change({ type })}
                items={types.map((type) => ({ value: type, label: strings.tabs[type] }))}
              >
                <TabPanel value={draft.type}>
                  <div className="mt-3">{fields}</div>
                </TabPanel>
              </Tabs>
            ) : (
              fields
            )}
          </div>
        )}
      </form>
    </Card>
  );
}
