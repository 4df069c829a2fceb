import { labelMeant, maxLabelsGiven, readLabelChange, without, foldCase } from '@foray/domain';
import type { LabelChange } from '@foray/domain';
import { useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useReplica } from '../../replica/index.ts';
import { announce } from '../../ui/display/announcer.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { ChipButton } from '../../ui/controls/chip-button.tsx';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import type { Replica } from '../../replica/index.ts';

const { fields } = listMessages;
const { createDialog: strings } = lazyMessages;
const maxChars = 40;

/**
 * Labels as chips, and a field that adds more: Enter, a comma or leaving it adds the typed text, Backspace
 * in the empty field removes the last label. Labels in use are suggested. `onChange` receives the change.
 */
export function LabelsField({
  labels,
  labelHidden,
  hasFocus,
  onChange,
}: {
  readonly labels: readonly string[];
  readonly labelHidden: boolean | undefined;
  /** Whether it takes the focus when it appears. */
  readonly hasFocus: boolean;
  readonly onChange: (change: LabelChange) => void;
}) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const replica = useReplica();
  const inUse = useMemo(() => labelsInUse(replica), [replica]);
  const isFull = labels.length >= maxLabelsGiven;

  const add = (text: string) => {
    const change = readLabelChange({ add: text.split(',').filter((part) => part.trim() !== '') });
    if (!change.ok) return;
    const room = Math.max(0, maxLabelsGiven - labels.length);
    const fresh = without(change.value.add, labels).slice(0, room);
    const spelled = fresh.map((one) => labelMeant(inUse, one) ?? one);
    if (spelled.length === 0) return;
    onChange({ add: spelled, remove: [] });
    announce(spelled.map(strings.labelAdded).join(', '));
  };
  const remove = (label: string) => {
    onChange({ add: [], remove: [label] });
    announce(strings.labelRemoved(label));
    field.current?.focus();
  };
  const addTyped = () => {
    add(typed);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    const last = labels.at(-1);
    if (key === 'Enter' && typed.trim() !== '') addTyped();
    else if (key === 'Backspace' && typed === '' && last !== undefined) remove(last);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="col-span-full flex min-w-0 flex-1 flex-col gap-1.5">
      <TextField
        ref={field}
        label={fields.labels}
        labelHidden={labelHidden}
        hint={isFull ? strings.labelsFull : strings.labelsHint}
        value={typed}
        // The field keeps the focus when it is full.
        readOnly={isFull}
        autoFocus={hasFocus}
        maxLength={maxChars}
        autoComplete="off"
        list={listId}
        onKeyDown={onKeyDown}
        onBlur={addTyped}
        onChange={({ target: { value } }) => {
          const end = value.lastIndexOf(',');
          if (end >= 0) add(value.slice(0, end));
          setTyped(value.slice(end + 1).trimStart());
        }}
      />
      <datalist id={listId}>
        {without(inUse, labels).map((label) => (
          <option key={label} value={label}>
            {label}
          </option>
        ))}
      </datalist>
      {labels.length > 0 && (
        <ul aria-label={fields.labels} className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <Chip key={label} label={label} onRemove={() => remove(label)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Chip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <li className="inline-flex min-h-7 max-w-full items-center rounded-full bg-sunken ps-2.5 text-meta text-ink-2">
      <span dir="auto" className="truncate">
        {label}
      </span>
      <ChipButton
        label={strings.removeLabel(label)}
        // In browsers where a press does not focus a button, the field would be left first.
        onMouseDown={(event) => event.preventDefault()}
        onPress={onRemove}
      />
    </li>
  );
}

/** The labels of items on this device, each once, ignoring case, in alphabetical order. */
export function labelsInUse(replica: Replica): readonly string[] {
  const labels = new Map<string, string>();
  for (const item of replica.rows()) {
    if (item._deleted) continue;
    for (const label of item.labels) {
      const key = foldCase(label);
      if (!labels.has(key)) labels.set(key, label);
    }
  }
  return [...labels.values()].sort((a, b) => a.localeCompare(b));
}
