import { daysBetween } from '@foray/domain';
import type { TokenKind } from '@foray/typing';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { formatTime } from '../../messages/clock-time.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { formatDueDay } from '../../messages/messages.ts';
import { useAssignees, useItem } from '../../replica/index.ts';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { Dialog, Sheet } from '../../ui/layers/dialog.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { FieldEditor, priorityChoices } from '../fields/field-editor.tsx';
import { dialogFields } from '../fields/item-draft.ts';
import type { FormValues, ItemFormDraft } from '../fields/item-draft.ts';
import { shownTitle, useDisplayName } from '../fields/shown-names.ts';
import { useToday } from '../fields/today.ts';
import { repeatWords } from '../repeat/repeat-words.ts';
import { DraftButton } from '../../ui/controls/draft-button.tsx';
import { DateSheet } from './date-dialog.tsx';
import { Done, RuleSheet } from '../create/rule-sheet.tsx';
import type { LayerProps } from '../create/rule-sheet.tsx';
import { Places } from './move-dialog.tsx';

const { fields, item: strings } = listMessages;
const { createDialog, repeating } = lazyMessages;

interface DraftProps {
  readonly draft: ItemFormDraft;
  /** The values of the draft with those that the words of its title fill in. */
  readonly values: FormValues;
  /** Takes back what words of the title have filled in; null if no words of these kinds have. */
  readonly undoOf: (...kinds: readonly TokenKind[]) => ComponentProps<typeof DraftButton>['undo'];
  readonly onChange: (part: FormValues) => void;
}

/** The fields that open a dialog. */
type Asked = 'date' | 'repeat' | 'labels' | 'place';

/**
 * The fields of a new item on a phone, as a row of buttons that say what is filled in and open the popovers and
 * dialogs that an existing item has; a field for the description appears when it is asked for.
 */
export function DraftButtons({
  parentUuid,
  onPlace,
  ...form
}: DraftProps & {
  readonly parentUuid: string | null;
  readonly onPlace: (parentUuid: string | null) => void;
}) {
  const { draft, values, undoOf, onChange } = form;
  const [isDescribed, setIsDescribed] = useState(false);
  const [asked, setAsked] = useState<{ readonly what: Asked; readonly count: number } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const ask = (what: Asked) => () => {
    setAsked({ what, count: (asked?.count ?? 0) + 1 });
    setIsOpen(true);
  };
  const layer = { open: isOpen, onOpenChange: setIsOpen };
  const hasDescription = isDescribed || !!draft.description;
  const editor = { values, form: { seen: null, parentUuid }, onChange };
  return (
    <>
      {hasDescription && <FieldEditor name="description" hasFocus={isDescribed} {...editor} />}
      <div role="group" aria-label={createDialog.fields} className="flex flex-wrap gap-2">
        <DateButton {...form} onPress={ask('date')} />
        <PriorityButton {...form} />
        <LabelsButton {...form} onPress={ask('labels')} />
        <PersonButton {...form} parentUuid={parentUuid} />
        {draft.type !== 'campaign' && (
          <PlaceButton parentUuid={parentUuid} undo={undoOf('campaign')} onPress={ask('place')} />
        )}
        {dialogFields[draft.type].includes('repeat') && (
          <RepeatButton {...form} onPress={ask('repeat')} />
        )}
        {!hasDescription && (
          <DraftButton
            icon={listIcons.pencil}
            said={null}
            label={fields.description}
            onClick={() => setIsDescribed(true)}
          />
        )}
      </div>
      {asked?.what === 'date' && (
        <DateSheet
          key={asked.count}
          {...layer}
          title={fields[dateFieldOf(draft)]}
          item={{ type: draft.type, due_date: values.due_date ?? null }}
          seen={null}
          start={whenOf(values)}
          onSave={(saved) => onChange(changed(whenOf(values), saved))}
        />
      )}
      {asked?.what === 'repeat' && (
        <RuleSheet key={asked.count} {...layer} values={values} onChange={onChange} />
      )}
      {asked?.what === 'labels' && (
        <Sheet {...layer} title={fields.labels} footer={<Done {...layer} />}>
          <FieldEditor name="labels" {...editor} form={{ ...editor.form, labelHidden: true }} />
        </Sheet>
      )}
      {asked?.what === 'place' && (
        <PlaceDialog
          {...layer}
          draft={draft}
          parentUuid={parentUuid}
          onChoose={(uuid) => {
            setIsOpen(false);
            onPlace(uuid);
          }}
        />
      )}
    </>
  );
}

/** The values that the dialog for a date changes. */
const whenOf = ({ due_date, end_date, due_time, repeat, repeat_from }: FormValues) => ({
  due_date,
  end_date,
  due_time,
  repeat,
  repeat_from,
});

/** The values that differ from those before: the words of the title keep saying the others. */
function changed(before: ReturnType<typeof whenOf>, after: FormValues): FormValues {
  const differs = ([name, value]: [string, unknown]) =>
    (value ?? null) !== (before[name as keyof typeof before] ?? null);
  return Object.fromEntries(Object.entries(after).filter(differs));
}

const dateFieldOf = ({ type }: ItemFormDraft) => (type === 'campaign' ? 'end_date' : 'due_date');

type ButtonProps = DraftProps & { readonly onPress: () => void };

function DateButton({ draft, values, undoOf, onPress }: ButtonProps) {
  const today = useToday();
  const day = values[dateFieldOf(draft)] ?? null;
  const { due_time: time = null } = values;
  const said = day === null ? null : formatDueDay(day, daysBetween(today, day));
  const words = said === null || time === null ? said : strings.atTime(said, formatTime(time));
  return (
    <DraftButton
      icon={listIcons.calendar}
      label={fields[dateFieldOf(draft)]}
      said={words}
      undo={undoOf('date', 'time')}
      onClick={onPress}
    />
  );
}

function PriorityButton({ values: { priority = null }, undoOf, onChange }: DraftProps) {
  return (
    <Menu
      label={fields.priority}
      trigger={
        <DraftButton
          icon={listIcons.priority}
          label={fields.priority}
          said={priority === null ? null : strings.priorities[priority]}
          undo={undoOf('priority')}
        />
      }
      entries={priorityChoices.map(({ value, label }) => ({
        kind: 'choice',
        label,
        chosen: value === priority,
        onSelect: () => onChange({ priority: value }),
      }))}
    />
  );
}

function LabelsButton({ values: { labels = [] }, undoOf, onPress }: ButtonProps) {
  return (
    <DraftButton
      icon={listIcons.label}
      label={fields.labels}
      said={labels.length === 0 ? null : labels.join(', ')}
      undo={undoOf('label')}
      onClick={onPress}
    />
  );
}

function PersonButton({
  values: { assigned_to: chosen = null },
  parentUuid,
  undoOf,
  onChange,
}: DraftProps & { readonly parentUuid: string | null }) {
  const people = useAssignees(parentUuid);
  const name = useDisplayName(chosen);
  const choices = [{ id: null, name: strings.unassigned }, ...people];
  return (
    <Menu
      label={fields.assigned_to}
      trigger={
        <DraftButton
          icon={listIcons.person}
          label={fields.assigned_to}
          said={chosen === null ? null : name}
          undo={undoOf('assignee')}
        />
      }
      entries={choices.map((one) => ({
        kind: 'choice',
        label: one.name,
        chosen: one.id === chosen,
        onSelect: () => onChange({ assigned_to: one.id }),
      }))}
    />
  );
}

function PlaceButton({
  parentUuid,
  undo,
  onPress,
}: Pick<ComponentProps<typeof DraftButton>, 'undo'> & {
  readonly parentUuid: string | null;
  readonly onPress: () => void;
}) {
  const parent = useItem(parentUuid ?? '');
  return (
    <DraftButton
      icon={listIcons.move}
      label={createDialog.place}
      said={parent ? shownTitle(parent.title) : null}
      undo={undo}
      onClick={onPress}
    />
  );
}

function RepeatButton({ values, undoOf, onPress }: ButtonProps) {
  const { repeat = null, repeat_from: from = null, due_date: day = null } = values;
  const words = repeatWords({ repeat, repeat_from: from, due_date: day });
  return (
    <DraftButton
      icon={moreIcons.repeat}
      label={repeating.label}
      said={words === null ? null : repeating.repeats(words)}
      undo={undoOf('repeat')}
      onClick={onPress}
    />
  );
}

/** Chooses the place of a new item. */
function PlaceDialog({
  draft,
  parentUuid,
  onChoose,
  ...layer
}: LayerProps & {
  readonly draft: ItemFormDraft;
  readonly parentUuid: string | null;
  readonly onChoose: (parentUuid: string | null) => void;
}) {
  return (
    <Dialog {...layer} title={createDialog.place} size="medium">
      <Places type={draft.type} parentUuid={parentUuid} mayBeAt={() => true} onChoose={onChoose} />
    </Dialog>
  );
}
