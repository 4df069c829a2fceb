import { isEmptyLabelChange, labelsBetween } from '@foray/domain';
import type { PlainChange, LocalItem } from '@foray/sync';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem, useUserId } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { unsavedProps } from '../../ui/interaction/unsaved-text.ts';
import { plainChange } from '../fields/field-changes.ts';
import { FormFields } from '../fields/form-fields.tsx';
import type { ItemDialogProps } from './item-dialog-props.ts';
import { dialogFields, hasLongText, hasWrongDate, titleState } from '../fields/item-draft.ts';
import type { FormValues, OfferedFields } from '../fields/item-draft.ts';
import { TitleField } from '../fields/title-field.tsx';
import { UnassignQuestion } from './unassign-question.tsx';
import { asksToRemove } from './unassign-rule.ts';
import { useItemActions } from '../actions/use-item-actions.ts';

const { item: strings } = listMessages;

/** Changes the texts, dates and assignee of an item; `typed` holds changes that were typed elsewhere. */
export function EditDialog({
  seen,
  typed = null,
  open,
  onOpenChange,
}: ItemDialogProps & { readonly typed?: PlainChange | null }) {
  const here = useItem(seen.uuid);
  const formId = useId();
  const [leaving, setLeaving] = useState<{ next: number | null } | null>(null);
  // A person who is typing keeps the text when the item is deleted, and can still copy it.
  if (!(here || open)) return null;
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={strings.editNamed[seen.type]}
        description={here ? undefined : <p role="alert">{strings.goneWhileEdited}</p>}
        footer={
          <>
            <Button onClick={() => onOpenChange(false)}>{listMessages.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" disabled={!here}>
              {listMessages.save}
            </Button>
          </>
        }
      >
        <EditForm
          id={formId}
          before={seen}
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

function EditForm({
  id,
  before,
  unsaved,
  onDone,
  onLeaving,
}: {
  readonly id: string;
  readonly before: LocalItem;
  /** Changes that were typed elsewhere. */
  readonly unsaved: PlainChange | null;
  readonly onDone: () => void;
  /** Asks before the item is reassigned from its assignee to `next`. */
  readonly onLeaving: (next: number | null) => void;
}) {
  const [typed, setTyped] = useState<FormValues & { readonly title?: string }>(unsaved ?? {});
  const values = { ...before, ...typed };
  const change = (part: typeof typed) => setTyped({ ...typed, ...part });
  const [isTried, setIsTried] = useState(false);
  const { edit, label, assign } = useItemActions();
  const ownId = useUserId();
  const changes = plainChange(before, typed);
  const isEdited = Object.keys(changes).length > 0;
  const labelChange = labelsBetween(before.labels, typed.labels ?? before.labels);
  const isLabelled = !isEmptyLabelChange(labelChange);
  const { assigned_to: assigned = before.assigned_to } = typed;
  const isAssigned = assigned !== before.assigned_to;

  const save = async () => {
    if (isEdited && !(await edit(before, changes))) return;
    if (isLabelled && !(await label(before, labelChange))) return;
    // Last, since it can end the user's own right.
    const isAsked = isAssigned && asksToRemove(before, ownId);
    if (isAssigned && !isAsked && !(await assign(before, assigned))) return;
    onDone();
    if (isAsked) onLeaving(assigned);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    // An item of an earlier release may already have a date that is wrong today.
    if (titleState(values.title) !== 'ok' || hasLongText(changes) || hasWrongDate(changes)) return;
    void save();
  };

  return (
    <form
      id={id}
      onSubmit={submit}
      noValidate
      {...unsavedProps(isEdited || isLabelled || isAssigned)}
      className="flex flex-col gap-4"
    >
      <TitleField value={values.title} onChange={(title) => change({ title })} isTried={isTried} />
      <FormFields
        names={editedFields(before)}
        values={values}
        form={{ seen: before, isTried }}
        onChange={change}
      />
    </form>
  );
}
