import { canBeParent, itemTypes } from '@foray/domain';
import type { ItemType } from '@foray/domain';
import type { TokenKind } from '@foray/typing';
import type { LocalItem } from '@foray/sync';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useClient, useItem } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { announce } from '../../ui/display/announcer.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { TabPanel, Tabs } from '../../ui/controls/tabs.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { unsavedProps } from '../../ui/interaction/unsaved-text.ts';
import { FormFields } from '../fields/form-fields.tsx';
import {
  dialogFields,
  emptyDraft,
  hasLongText,
  hasWrongDate,
  isEmptyDraft,
  itemOfDraft,
  titleState,
  withDay,
} from '../fields/item-draft.ts';
import type { FormValues, ItemFormDraft } from '../fields/item-draft.ts';
import { useForgetDraft, usePersistedDraft } from '../create/persisted-draft.ts';
import { sayCreated } from '../actions/say-created.ts';
import { storeDraft } from '../create/store-draft.ts';
import { TitleField } from '../fields/title-field.tsx';
import { TypedTitle } from '../create/lazy-typed-title.ts';
import { readWhenLoaded } from '../create/read-when-loaded.ts';
import type { TypedFields } from '../create/typed-fields.ts';
import type { TypedTitleHandle } from '../create/typed-title.tsx';
import { DraftButtons } from './draft-buttons.tsx';

const { quickAdd } = messages;
const { createDialog: strings, typing } = lazyMessages;

/**
 * Create New Item. With a parent only the types that it may contain can be chosen. The dialog closes once
 * the displayed item is durable; a failure is only logged. The draft is kept until then, or until Cancel,
 * and does not change while it is being stored.
 */
export function CreateDialog({
  open,
  onOpenChange,
  parentUuid = null,
  day = null,
  startType = 'todo',
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly parentUuid?: string | null | undefined;
  /** The day of the page, which the new item is due on unless it is given another date. */
  readonly day?: string | null | undefined;
  readonly startType?: ItemType | undefined;
}) {
  const formId = useId();
  const [isSaving, setIsSaving] = useState(false);
  const parent = useItem(parentUuid ?? '');
  const place = `dialog ${parentUuid ?? ''} ${startType}`;
  const forget = useForgetDraft(place);
  const cancel = () => {
    if (!isSaving) forget();
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.title}
      description={
        parent && (
          <p className="line-clamp-2 max-md:hidden">{listMessages.item.inParent(parent.title)}</p>
        )
      }
      footer={
        <>
          <Button onClick={cancel}>{lazyMessages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSaving}>
            {strings.submit}
          </Button>
        </>
      }
    >
      <CreateForm
        key={place}
        id={formId}
        place={place}
        parent={parent}
        day={day}
        startType={startType}
        onSaving={setIsSaving}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  );
}

/**
 * The draft that the form at a place shows. `onSaving` is told whether it is being stored, and `onDone` is
 * called once it has been.
 */
function useShownDraft(
  place: string,
  startType: ItemType,
  onSaving: (isSaving: boolean) => void,
  onDone: () => void,
) {
  const kept = usePersistedDraft(place, startType);
  const { isSent } = kept;
  /**
   * The draft that this form shows while it is stored; another dialog for the same place may have sent it.
   */
  const [sent, setSent] = useState(isSent ? kept.draft : null);
  const isStored = sent !== null && !isSent && isEmptyDraft(kept.draft);
  // A closing dialog keeps its content.
  const draft = isStored ? sent : kept.draft;
  useEffect(() => onSaving(isSent), [onSaving, isSent]);
  useEffect(() => {
    if (isStored) onDone();
  }, [onDone, isStored]);
  const change = (part: Partial<ItemFormDraft>) => {
    if (isSent) return;
    setSent(null);
    kept.set({ ...draft, ...part });
  };
  const send = () => {
    setSent(draft);
    kept.send();
  };
  return { kept, draft, isOver: isSent || isStored, send, change };
}

function CreateForm({
  id,
  place,
  parent: formParent,
  day,
  startType,
  onSaving,
  onDone,
}: {
  readonly id: string;
  readonly place: string;
  readonly parent: LocalItem | undefined;
  readonly day: string | null;
  readonly startType: ItemType;
  readonly onSaving: (isSaving: boolean) => void;
  readonly onDone: () => void;
}) {
  const { kept, isOver, send, change, ...shown } = useShownDraft(
    place,
    startType,
    onSaving,
    onDone,
  );
  const draft = useMemo(() => ({ ...shown.draft, day }), [shown.draft, day]);
  const [isTried, setIsTried] = useState(false);
  // Another width does not change an open form.
  const [isPhone] = useState(() => matchMedia('(width < 48rem)').matches);
  const titleField = useRef<HTMLInputElement>(null);
  const titleReader = useRef<TypedTitleHandle>(null);
  const [fields, setFields] = useState<TypedFields | null>(null);
  const client = useClient();
  const chosenParent = useItem(draft.parent ?? '');
  const parent = draft.parent === undefined ? formParent : chosenParent;
  const parentUuid = draft.type === 'campaign' ? null : (parent?.uuid ?? null);

  async function submit(): Promise<void> {
    setIsTried(true);
    if (isOver || titleState(draft.title) !== 'ok') return;
    if (hasLongText(draft) || hasWrongDate(draft)) return;
    const plain = itemOfDraft(draft, dialogFields, parentUuid);
    const reader = titleReader.current;
    const item = reader?.complete(plain) ?? plain;
    const storing = client.actions.createItem(item);
    if (reader === null) {
      void readWhenLoaded(client, storing, { draft, offered: dialogFields, parentUuid });
    }
    send();
    const rest = emptyDraft(startType);
    const done = await storeDraft(kept, storing, { rest, title: item.title.trim() });
    if (!done.ok) return reportError(new Error(`create: ${done.error.code}`));
    sayCreated(client, done.value);
  }

  const values = { ...withDay(draft), ...fields?.values };
  const changeFields = (part: FormValues) => change(fields?.change(part) ?? part);
  const undoOf = (...kinds: readonly TokenKind[]) => {
    const words = fields?.wordsOf(kinds) ?? [];
    if (fields === null || words.length === 0) return null;
    const text = words.join(' ');
    return {
      label: typing.keepAsText(text),
      onPress() {
        change(fields.keepAsText(kinds));
        announce(typing.keptAsText(text));
        titleField.current?.focus();
      },
    };
  };
  const title = (
    <div className="flex flex-col gap-1">
      <TitleField
        value={draft.title}
        onChange={(typed) => change({ title: typed })}
        isTried={isTried}
        placeholder={strings.titlePlaceholder[draft.type]}
        inputRef={titleField}
      />
      <TypedTitle
        ref={titleReader}
        input={titleField}
        draft={draft}
        offered={dialogFields}
        parentUuid={parentUuid}
        hasChips={!isPhone}
        onChange={change}
        onFields={setFields}
      />
    </div>
  );
  return (
    <form
      id={id}
      noValidate
      {...unsavedProps(!isEmptyDraft(draft))}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isPhone && <div className="mb-3">{title}</div>}
      <Tabs
        label={strings.typeLabel}
        look="choice"
        value={draft.type}
        onValueChange={(type) => change({ type })}
        items={itemTypes.map((type) => ({
          value: type,
          label: quickAdd.tabs[type],
          disabled: !canBeParent(parent?.type ?? null, type),
        }))}
      >
        <TabPanel value={draft.type}>
          <div className={classNames('flex flex-col gap-4', isPhone ? 'mt-3' : 'mt-4')}>
            {isPhone ? (
              <DraftButtons
                draft={draft}
                values={values}
                parentUuid={fields?.parentUuid ?? parentUuid}
                undoOf={undoOf}
                onChange={changeFields}
                onPlace={(parent) => change(fields?.change({ parent }) ?? { parent })}
              />
            ) : (
              <>
                {title}
                <FormFields
                  names={dialogFields[draft.type]}
                  values={values}
                  form={{ seen: null, parentUuid: fields?.parentUuid ?? parentUuid, isTried }}
                  onChange={changeFields}
                />
              </>
            )}
          </div>
        </TabPanel>
      </Tabs>
    </form>
  );
}
