import { isEmptyLabelChange, labelsBetween } from '@foray/domain';
import type { PlainChange, LocalItem } from '@foray/sync';
import { useId, useImperativeHandle, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, Ref } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem, useUserId } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import { unsavedProps } from '../../ui/interaction/unsaved-text.ts';
import { plainChange } from '../fields/field-changes.ts';
import { FormFields } from '../fields/form-fields.tsx';
import type { ItemDialogProps } from './item-dialogs.tsx';
import { dialogFields, hasLongText, hasWrongDate, titleState } from '../fields/item-draft.ts';
import type { FormValues, OfferedFields } from '../fields/item-draft.ts';
import { TitleField } from '../fields/title-field.tsx';
import { UnassignQuestion } from './unassign-question.tsx';
import { asksToRemove } from './assign-menu.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';

const { item: strings } = listMessages;

/** The methods of the form for the dialog around it. */
interface EditFormHandle {
  /** Saves the changes, and ends the form; one that cannot be saved stays open. */
  leave(): void;
}

/**
 * Changes the texts, dates and assignee of an item; `typed` holds changes that were typed elsewhere. Only
 * Cancel discards them: Escape, Close and Back save, but Escape in the title cancels its change.
 */
export function EditDialog({
  seen,
  typed = null,
  open,
  onOpenChange,
}: ItemDialogProps & { readonly typed?: PlainChange | null }) {
  const here = useItem(seen.uuid);
  const formId = useId();
  const form = useRef<EditFormHandle>(null);
  const [leaving, setLeaving] = useState<{ next: number | null } | null>(null);
  // If the item is deleted, a person who is typing keeps the text and can copy it.
  if (!(here || open)) return null;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={() => (form.current ? form.current.leave() : onOpenChange(false))}
        title={strings.editNamed[seen.type]}
        description={here ? undefined : <p role="alert">{strings.goneWhileEdited}</p>}
        footer={
          <>
            <Button onClick={() => onOpenChange(false)}>{lazyMessages.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" disabled={!here}>
              {lazyMessages.save}
            </Button>
          </>
        }
      >
        <EditForm
          ref={form}
          id={formId}
          before={seen}
          isHere={here !== undefined}
          unsaved={typed}
          onDone={() => onOpenChange(false)}
          onLeaving={(next) => setLeaving({ next })}
        />
      </Dialog>
      {leaving !== null && (
        <UnassignQuestion item={seen} next={leaving.next} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}

/** A campaign has only the end date, but an older due date can be cleared. */
function editedFields({ type, due_date: due }: LocalItem): OfferedFields['task'] {
  const names = dialogFields[type];
  return due === null || names.includes('due_date') ? names : [...names, 'due_date'];
}

type TypedValues = FormValues & { readonly title?: string | undefined };

/** The changes of an item that were typed into its form. */
function changesOf(before: LocalItem, typed: TypedValues) {
  const { labels = before.labels, assigned_to: assigned = before.assigned_to } = typed;
  const plain = plainChange(before, typed);
  const label = labelsBetween(before.labels, labels);
  const isEdited = Object.keys(plain).length > 0;
  const isLabelled = !isEmptyLabelChange(label);
  const isAssigned = assigned !== before.assigned_to;
  const isAny = isEdited || isLabelled || isAssigned;
  return { plain, label, assigned, isEdited, isLabelled, isAssigned, isAny };
}

type TypedChanges = ReturnType<typeof changesOf>;

function EditForm({
  id,
  before,
  isHere,
  unsaved,
  onDone,
  onLeaving,
  ref,
}: {
  readonly id: string;
  readonly before: LocalItem;
  /** Whether the item can still be changed. */
  readonly isHere: boolean;
  /** Changes that were typed elsewhere. */
  readonly unsaved: PlainChange | null;
  readonly onDone: () => void;
  /** Asks before the item is reassigned from its assignee to `next`. */
  readonly onLeaving: (next: number | null) => void;
  readonly ref: Ref<EditFormHandle>;
}) {
  const [typed, setTyped] = useState<TypedValues>(unsaved ?? {});
  const values = { ...before, ...typed };
  const change = (part: TypedValues) => setTyped({ ...typed, ...part });
  const [isTried, setIsTried] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const { edit, assign } = useItemActions();
  const ownId = useUserId();
  const isSaving = useRef(false);

  const isAsked = ({ isAssigned }: TypedChanges) => isAssigned && asksToRemove(before, ownId);
  /** Whether all changes are stored, as one action. */
  const store = async (changes: TypedChanges): Promise<boolean> => {
    const { plain, label, assigned, isEdited, isLabelled } = changes;
    const isAssigned = changes.isAssigned && !isAsked(changes);
    if (!isEdited && !isLabelled) return !isAssigned || assign(before, assigned);
    const fields = isAssigned ? { ...plain, assigned_to: assigned } : plain;
    return isLabelled ? edit(before, fields, label) : edit(before, fields);
  };

  const save = async (from: TypedValues) => {
    const changes = changesOf(before, from);
    setIsTried(true);
    // An item of an earlier release may already have a date that is wrong today.
    if (hasLongText(changes.plain) || hasWrongDate(changes.plain)) return;
    if (titleState(from.title ?? before.title) !== 'ok' || isSaving.current) return;
    isSaving.current = true;
    const isDone = await store(changes);
    isSaving.current = false;
    if (!isDone) return;
    onDone();
    if (isAsked(changes)) onLeaving(changes.assigned);
  };
  const leave = (from: TypedValues) => {
    if (!isHere) return onDone();
    // As in a row, an empty title does not count as a change.
    const isKept = from.title !== undefined && titleState(from.title) !== 'empty';
    void save(isKept ? from : { ...from, title: undefined });
  };
  useImperativeHandle(ref, () => ({ leave: () => leave(typed) }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(typed);
  };
  // Handled for every field, since any of them may have the focus.
  const boundary = {
    onKeyDown(event: KeyboardEvent) {
      if (pressedKey(event) !== 'Escape') return;
      event.preventDefault();
      leave(event.target === titleField.current ? { ...typed, title: undefined } : typed);
    },
  };

  return (
    <form
      id={id}
      onSubmit={submit}
      {...boundary}
      data-own-escape=""
      noValidate
      {...unsavedProps(changesOf(before, typed).isAny)}
      className="flex flex-col gap-4"
    >
      <TitleField
        value={typed.title ?? before.title}
        onChange={(title) => change({ title })}
        isTried={isTried}
        inputRef={titleField}
      />
      <FormFields
        names={editedFields(before)}
        values={values}
        form={{ seen: before, isTried }}
        onChange={change}
      />
    </form>
  );
}
