import {
  applyLabels,
  changeBetween,
  withChange,
  isEmptyLabelChange,
  labelsBetween,
  maxDescriptionChars,
  textLength,
} from '@foray/domain';
import type { PlainChange, LocalItem } from '@foray/sync';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem, useUserId } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { TextArea } from '../../ui/controls/field.tsx';
import { unsavedProps } from '../../ui/interaction/unsaved-text.ts';
import { AssigneeSelect } from '../fields/assignee-select.tsx';
import { DateFields } from '../fields/date-fields.tsx';
import type { ItemDialogProps } from './item-dialog-props.ts';
import { hasWrongDate, noRepeat, titleState } from '../fields/item-draft.ts';
import type { ItemFormDraft } from '../fields/item-draft.ts';
import { LabelsField } from '../fields/labels-field.tsx';
import { RepeatFields } from '../repeat/lazy-repeat.ts';
import { countedRepeat } from '../repeat/repeat-words.ts';
import { PrioritySelect } from '../fields/priority-select.tsx';
import { TimeField } from '../fields/time-field.tsx';
import { TitleField } from '../fields/title-field.tsx';
import { UnassignQuestion } from './unassign-question.tsx';
import { asksToRemove } from './unassign-rule.ts';
import { useItemActions } from '../actions/use-item-actions.ts';

const { item: strings, createDialog } = listMessages;

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
          typed={typed}
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

function EditForm({
  id,
  before,
  typed,
  onDone,
  onLeaving,
}: {
  readonly id: string;
  readonly before: LocalItem;
  readonly typed: PlainChange | null;
  readonly onDone: () => void;
  /** Asks before the item is reassigned from its assignee to `next`. */
  readonly onLeaving: (next: number | null) => void;
}) {
  const shown = { ...before, ...typed };
  const [draft, setDraft] = useState<Omit<ItemFormDraft, 'type'>>({
    title: shown.title,
    description: shown.description ?? '',
    due: shown.due_date ?? '',
    time: shown.due_time ?? '',
    repeat: { repeat: shown.repeat ?? '', from: shown.repeat_from ?? 'due' },
    end: shown.end_date ?? '',
    assignee: String(shown.assigned_to ?? ''),
    priority: shown.priority ?? '',
    labels: shown.labels,
  });
  const {
    title,
    description,
    due,
    time = '',
    repeat = noRepeat,
    end,
    assignee,
    priority,
    labels = [],
  } = draft;
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const [isTried, setIsTried] = useState(false);
  const { edit, label, assign } = useItemActions();
  const ownId = useUserId();
  const isCampaign = before.type === 'campaign';
  const isTooMuch = textLength(description) > maxDescriptionChars;

  const isRepeating = due !== '' && repeat.repeat !== '';
  const next = {
    title: title.trim(),
    description: textLength(description) === 0 ? null : description,
    due_date: due === '' ? null : due,
    due_time: due === '' || time === '' ? null : time,
    repeat: isRepeating ? repeat.repeat : null,
    repeat_from: isRepeating ? repeat.from : null,
    end_date: end === '' ? null : end,
    priority: priority === '' ? null : priority,
  };
  // Only the person's changes are sent: other fields may have been changed elsewhere meanwhile.
  const changes = changeBetween(before, withChange(before, next));
  const isEdited = Object.keys(changes).length > 0;
  const labelChange = labelsBetween(before.labels, labels);
  const isLabelled = !isEmptyLabelChange(labelChange);
  const assigned = assignee === '' ? null : Number(assignee);
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
    // An item of an earlier release may already have such a date.
    const isDated = changes.due_date !== undefined || changes.end_date !== undefined;
    if (titleState(title) !== 'ok' || isTooMuch || (isDated && hasWrongDate(draft))) return;
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
      <TitleField value={title} onChange={(next) => change({ title: next })} isTried={isTried} />
      <TextArea
        label={createDialog.description}
        rows={4}
        value={description}
        error={isTooMuch ? createDialog.descriptionTooLong : null}
        counter={{ showAbove: maxDescriptionChars - 500, max: maxDescriptionChars }}
        onChange={(event) => change({ description: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AssigneeSelect
          label={createDialog.assignee}
          uuid={before.uuid}
          present={before.assigned_to}
          value={assignee}
          onChange={(next) => change({ assignee: next })}
        />
        {/* A campaign offers only the end date; an older due date can be cleared. */}
        <DateFields
          values={draft}
          shown={{ due: !isCampaign || before.due_date !== null, end: isCampaign }}
          labels={createDialog}
          isTried={isTried}
          onChange={change}
        />
        {!isCampaign && due !== '' && (
          <>
            <TimeField value={time} onChange={(next) => change({ time: next })} />
            <RepeatFields
              day={due}
              value={repeat}
              counted={countedRepeat(before)}
              onChange={(next) => change({ repeat: next })}
            />
          </>
        )}
        <PrioritySelect value={priority} onChange={(next) => change({ priority: next })} />
        <div className="sm:col-span-2">
          <LabelsField
            labels={labels}
            onChange={(made) => change({ labels: applyLabels(labels, made) })}
          />
        </div>
      </div>
    </form>
  );
}
