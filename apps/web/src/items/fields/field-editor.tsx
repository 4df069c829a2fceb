import { applyLabels, comparedFieldOf, maxDescriptionChars, priorities } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import type { ChangeEvent, ComponentType } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useAssignees } from '../../replica/index.ts';
import { DateField, Select, TextArea, TextField } from '../../ui/controls/field.tsx';
import { cursorToEnd } from '../../ui/interaction/cursor-to-end.ts';
import { RepeatFields } from '../repeat/lazy-repeat.ts';
import { hasLongText } from './item-draft.ts';
import type { FormValues, FormField } from './item-draft.ts';
import { LabelsField } from './labels-field.tsx';
import { useDisplayName } from './shown-names.ts';

const { item: strings } = listMessages;
const { createDialog, quickAddFields } = lazyMessages;
/** The fields of a rule have labels of their own. */
const labels: { readonly [Field in FormField]?: string } = listMessages.fields;

/** The priorities to choose from, null for none, with their names. */
export const priorityChoices = [
  { value: null, label: strings.noPriority },
  ...priorities.map((value) => ({ value, label: strings.priorities[value] })),
];

/** The form around a field. */
export interface FieldForm {
  /** The item as it was shown when the form opened; null for a new item. */
  readonly seen: LocalItem | null;
  /** The parent of a new item; null for the top level. */
  readonly parentUuid?: string | null;
  /** Whether the form was sent with the values that it has. */
  readonly isTried?: boolean;
  /** Hides the labels of texts, dates, times and labels, which screen readers still read. */
  readonly labelHidden?: boolean;
}

interface EditorProps<Value> {
  readonly label: string;
  readonly value: Value;
  /** The values of the whole form. */
  readonly values: FormValues;
  readonly form: FieldForm;
  readonly hasFocus: boolean;
  readonly onChange: (value: Value, beside?: FormValues) => void;
}

/** The value of a date or time field; undefined while it is half filled. */
function typedIn({ target }: ChangeEvent<HTMLInputElement>): string | null | undefined {
  return target.validity.badInput ? undefined : target.value || null;
}

function LongText({
  label,
  value,
  form,
  hasFocus,
  onChange,
}: EditorProps<FormValues['description']>) {
  const { seen, labelHidden } = form;
  return (
    <TextArea
      label={label}
      labelHidden={labelHidden}
      placeholder={seen === null && labelHidden ? quickAddFields.descriptionPlaceholder : undefined}
      rows={seen === null ? 2 : 4}
      value={value ?? ''}
      error={hasLongText({ description: value }) ? createDialog.descriptionTooLong : null}
      counter={{ showAbove: maxDescriptionChars - 500, max: maxDescriptionChars }}
      autoFocus={hasFocus}
      onFocus={hasFocus ? cursorToEnd : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function Day({ label, value, form, hasFocus, onChange }: EditorProps<FormValues['due_date']>) {
  return (
    <DateField
      label={label}
      labelHidden={form.labelHidden}
      value={value ?? ''}
      isTried={form.isTried === true}
      autoFocus={hasFocus}
      onChange={(event) => onChange(typedIn(event))}
    />
  );
}

function Time({ label, value, form, onChange }: EditorProps<FormValues['due_time']>) {
  return (
    <TextField
      label={label}
      labelHidden={form.labelHidden}
      type="time"
      value={value ?? ''}
      onChange={(event) => onChange(typedIn(event))}
      className="appearance-none"
    />
  );
}

function Choice({ label, value, onChange }: EditorProps<FormValues['priority']>) {
  return (
    <Select
      label={label}
      value={value ?? ''}
      onChange={({ target }) =>
        onChange(priorityChoices.find((one) => one.value === target.value)?.value ?? null)
      }
      options={priorityChoices.map((one) => ({ ...one, value: one.value ?? '' }))}
    />
  );
}

function Rule({ value, values, form, hasFocus, onChange }: EditorProps<FormValues['repeat']>) {
  const { due_date: day, repeat_from: from = null } = values;
  if (!day) return null;
  return (
    <RepeatFields
      day={day}
      value={{ repeat: value ?? null, repeat_from: from }}
      seen={form.seen}
      hasFocus={hasFocus}
      onChange={({ repeat, repeat_from }) => onChange(repeat, { repeat_from })}
    />
  );
}

/** Offers the current assignee too, even if nobody could choose them any more. */
function Person({ label, value, form, onChange }: EditorProps<FormValues['assigned_to']>) {
  const present = form.seen?.assigned_to ?? null;
  const assignees = useAssignees(form.seen?.uuid ?? form.parentUuid ?? null);
  const name = useDisplayName(present);
  const isListed = present === null || assignees.some(({ id }) => id === present);
  return (
    <Select
      label={label}
      value={String(value ?? '')}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      options={[
        { value: '', label: strings.unassigned },
        ...(isListed ? [] : [{ value: String(present), label: name }]),
        ...assignees.map((one) => ({ value: String(one.id), label: one.name })),
      ]}
    />
  );
}

function Labels({ value = [], form, hasFocus, onChange }: EditorProps<FormValues['labels']>) {
  return (
    <LabelsField
      labels={value}
      labelHidden={form.labelHidden}
      hasFocus={hasFocus}
      onChange={(change) => onChange(applyLabels(value, change))}
    />
  );
}

/** The editor of each field. */
const editors: { readonly [Field in FormField]: ComponentType<EditorProps<FormValues[Field]>> } = {
  description: LongText,
  assigned_to: Person,
  due_date: Day,
  due_time: Time,
  end_date: Day,
  priority: Choice,
  repeat: Rule,
  labels: Labels,
};

/**
 * Edits a field of an item, in every form. Renders nothing while the field on which it depends is empty.
 * `onChange` receives its value, undefined while it is half filled.
 */
export function FieldEditor<Field extends FormField>({
  name,
  values,
  form,
  hasFocus = false,
  onChange,
}: {
  readonly name: Field;
  readonly values: FormValues;
  readonly form: FieldForm;
  /** Whether it takes the focus when it appears. */
  readonly hasFocus?: boolean | undefined;
  readonly onChange: (change: FormValues) => void;
}) {
  const Editor: ComponentType<EditorProps<FormValues[Field]>> = editors[name];
  const lead = name === 'labels' ? name : comparedFieldOf(name);
  if (lead !== name && !values[lead as FormField]) return null;
  return (
    <Editor
      label={labels[name] ?? ''}
      value={values[name]}
      values={values}
      form={form}
      hasFocus={hasFocus}
      onChange={(value, beside) => onChange({ ...beside, [name]: value })}
    />
  );
}
