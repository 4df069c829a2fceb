import { addDays, dueDay, plainOf } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { nextWeekday } from '@foray/typing';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { formatTime } from '../../messages/clock-time.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { formatDay, formatWeekday } from '../../messages/messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Sheet } from '../../ui/layers/dialog.tsx';
import { pressedKey } from '../../ui/interaction/pressed-key.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { useSchedule, useScheduleItems } from '../actions/schedule-items.ts';
import { readWhen } from '../create/read-when.ts';
import { dateLocale } from '../create/use-reader.ts';
import { plainChange } from '../fields/field-changes.ts';
import { FieldEditor } from '../fields/field-editor.tsx';
import type { FormValues } from '../fields/item-draft.ts';
import { timeAt, useNow } from '../fields/now.ts';
import { useToday } from '../fields/today.ts';
import type { ItemDialogProps } from './item-dialogs.tsx';
import { useItemScreen } from './item-dialogs.tsx';
import { MonthGrid } from './month-grid.tsx';

const { scheduling: strings } = lazyMessages;

/** On touch screens the field would bring a keyboard, which covers the days: a day has the focus first. */
const isTouched = () => matchMedia('(pointer: coarse)').matches;

const [monday, saturday] = [1, 6];
const daysOfWeek = 7;

/**
 * Sets the date of an item: typed in words, chosen from near days or from a month. A chosen day is saved at once,
 * with a time or a rule that was changed here; closing the dialog saves those too, as one change.
 */
export function DateDialog({ seen, open, onOpenChange }: ItemDialogProps) {
  const schedule = useSchedule();
  const { ask } = useItemScreen();
  const { due_date, end_date, due_time, repeat, repeat_from } = { ...seen, ...plainOf(seen) };
  const save = (values: FormValues) => {
    const change = plainChange(seen, values);
    if (Object.keys(change).length === 0) return;
    void schedule(seen, change).then((isSaved) => {
      if (!isSaved) ask({ kind: 'edit', item: seen, typed: change });
    });
  };
  return (
    <DateSheet
      open={open}
      onOpenChange={onOpenChange}
      title={strings.title(seen.title)}
      item={seen}
      seen={seen}
      start={
        seen.type === 'campaign'
          ? { end_date: dueDay(seen) }
          : { due_date, end_date, due_time, repeat, repeat_from }
      }
      onSave={save}
    />
  );
}

/** The item that gets the date. */
type Dated = Pick<LocalItem, 'type' | 'due_date'>;

/** Edits the date of an item, from `start` on; `onSave` gets the values of a chosen day, or on closing. */
export function DateSheet({
  title,
  item,
  seen,
  start,
  open,
  onOpenChange,
  onSave,
}: {
  readonly title: string;
  readonly item: Dated;
  /** The item as it was shown when the dialog opened; null for a new one. */
  readonly seen: LocalItem | null;
  readonly start: FormValues;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onSave: (values: FormValues) => void;
}) {
  const [values, setValues] = useState(start);
  const words = useTypedWords(item);
  const save = (chosen: FormValues) => {
    onOpenChange(false);
    onSave({ ...values, ...chosen });
  };
  const finish = () => {
    if (words.isBlank || words.read !== null) save({ ...words.read });
    else words.field.current?.focus();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={() => save({})}
      title={title}
      footer={
        <Button variant="primary" onClick={finish}>
          {strings.done}
        </Button>
      }
    >
      <When
        item={item}
        seen={seen}
        words={words}
        values={values}
        onType={setValues}
        onChoose={save}
      />
    </Sheet>
  );
}

/** Sets the date of several items, or removes it: a day alone, since times and rules differ. */
export function ManyDatesDialog({
  all,
  open,
  onOpenChange,
}: ItemDialogProps & { readonly all: readonly LocalItem[] }) {
  const scheduleItems = useScheduleItems();
  const words = useTypedWords(dayOnly);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={lazyMessages.planning.manyDates(all.length)}
    >
      <When
        item={null}
        seen={null}
        words={words}
        values={{}}
        onType={() => undefined}
        onChoose={({ end_date: day = null }) => {
          onOpenChange(false);
          void scheduleItems(all, day);
        }}
      />
    </Sheet>
  );
}

/** Any item that has only a day. */
const dayOnly = { type: 'campaign', due_date: null } as const;

/** The words in the field of the dialog. */
interface TypedWords {
  readonly text: string;
  readonly isBlank: boolean;
  /** The date that they say; null for none. */
  readonly read: FormValues | null;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly type: (text: string) => void;
}

function useTypedWords(item: Dated): TypedWords {
  const [text, type] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const today = useToday();
  const now = timeAt(useNow());
  const isBlank = text.trim() === '';
  const read = isBlank ? null : readWhen(item, text, { today, now });
  return { text, isBlank, read, field, type };
}

function When({
  item,
  seen,
  words,
  values,
  onType,
  onChoose,
}: {
  /** Null for several items, which get only a day. */
  readonly item: Dated | null;
  readonly seen: LocalItem | null;
  readonly words: TypedWords;
  readonly values: FormValues;
  readonly onType: (values: FormValues) => void;
  readonly onChoose: (chosen: FormValues) => void;
}) {
  const today = useToday();
  const field = (item ?? dayOnly).type === 'campaign' ? 'end_date' : 'due_date';
  const day = values[field] ?? null;
  const change = (part: FormValues) => onType({ ...values, ...part });
  return (
    <div className="flex flex-col gap-3">
      <TypedWhen isDayOnly={item === null} words={words} onChoose={onChoose} />
      <NearDays
        today={today}
        hasDay={item === null || day !== null}
        onChoose={(chosen) => onChoose({ [field]: chosen })}
      />
      <MonthGrid
        chosen={day}
        today={today}
        weekStart={dateLocale.weekStartsOn}
        onChoose={(chosen) => onChoose({ [field]: chosen })}
      />
      {item !== null && field === 'due_date' && day !== null && (
        // The words of a rule need a whole line.
        <div className={classNames('grid gap-3', values.repeat == null && 'grid-cols-2')}>
          <FieldEditor name="due_time" values={values} form={{ seen }} onChange={change} />
          <FieldEditor name="repeat" values={values} form={{ seen }} onChange={change} />
        </div>
      )}
    </div>
  );
}

/** A field that reads a date from words; Enter sets it. */
function TypedWhen({
  isDayOnly,
  words: { text, isBlank, read, field, type },
  onChoose,
}: {
  readonly isDayOnly: boolean;
  readonly words: TypedWords;
  readonly onChoose: (chosen: FormValues) => void;
}) {
  return (
    <TextField
      ref={field}
      label={strings.when}
      labelHidden
      placeholder={isDayOnly ? lazyMessages.planning.dayExample : strings.example}
      hint={isBlank ? undefined : read === null ? strings.unread : strings.ready(wordsOf(read))}
      autoComplete="off"
      enterKeyHint="done"
      data-autofocus={isTouched() ? undefined : ''}
      value={text}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter') return;
        event.preventDefault();
        if (read !== null) onChoose(read);
      }}
      onChange={({ target }) => type(target.value)}
    />
  );
}

/** A date with its weekday and time: 'Friday, Dec 4, 2026, 5:00 PM'. */
function wordsOf({ due_date, end_date, due_time }: FormValues): string {
  const day = due_date ?? end_date ?? '';
  const words = `${formatWeekday(day, 'long')}, ${formatDay(day)}`;
  return due_time == null ? words : listMessages.item.atTime(words, formatTime(due_time));
}

function NearDays({
  today,
  hasDay,
  onChoose,
}: {
  readonly today: string;
  readonly hasDay: boolean;
  readonly onChoose: (day: string | null) => void;
}) {
  const tomorrow = addDays(today, 1);
  const weekend = nextWeekday(today, saturday);
  const choices: readonly { readonly label: string; readonly day: string | null }[] = [
    { label: strings.today, day: today },
    { label: strings.tomorrow, day: tomorrow },
    ...(weekend === today ? [] : [{ label: strings.weekend, day: weekend }]),
    { label: strings.nextWeek, day: nextWeekday(tomorrow, monday) },
    ...(hasDay ? [{ label: strings.none, day: null }] : []),
  ];
  return (
    <ul aria-label={strings.choices} className="-mx-2 flex flex-col">
      {choices.map(({ label, day }) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => onChoose(day)}
            data-autofocus={isTouched() && day === today ? '' : undefined}
            className="flex min-h-8 w-full items-center justify-between gap-3 rounded-medium px-2 text-start hover:bg-hover dark:hover:bg-line pointer-coarse:min-h-11"
          >
            <span>{label}</span>
            {day !== null && (
              <span className="text-meta text-ink-3">
                {day < addDays(today, daysOfWeek) ? formatWeekday(day, 'long') : formatDay(day)}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
