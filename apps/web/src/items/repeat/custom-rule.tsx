import { addDays, repeatFrequencies, repeatWeekdays } from '@foray/domain';
import type { RepeatRule } from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { formatWeekday } from '../../messages/messages.ts';
import { DateField, Select, TextField } from '../../ui/controls/field.tsx';
import { simpleRule } from './repeat-choices.ts';

const { repeating: strings } = lazyMessages;
const most = 1_000;
const firstCount = 10;
const firstDaysToEnd = 30;
/** A Monday. */
const monday = '2024-01-01';

/** The parts of a rule: its interval, its unit, its weekdays and its end. */
export function CustomRule({
  day,
  rule,
  onChange,
}: {
  readonly day: string;
  readonly rule: RepeatRule;
  readonly onChange: (rule: RepeatRule) => void;
}) {
  const { freq, interval, count, until } = rule;
  const end = count !== null ? 'count' : until !== null ? 'until' : 'never';
  const setEnd = (chosen: string) =>
    onChange({
      ...rule,
      count: chosen === 'count' ? firstCount : null,
      until: chosen === 'until' ? addDays(day, firstDaysToEnd) : null,
    });
  return (
    <>
      {/* Short enough for one line, even where each of the other fields has its own. */}
      <div className="col-span-full grid grid-cols-2 gap-3">
        <NumberField
          label={strings.every}
          value={interval}
          onChange={(next) => onChange({ ...rule, interval: next })}
        />
        <Select
          label={strings.unit}
          value={freq}
          onChange={({ target }) => {
            const next = target.value as typeof freq;
            onChange({ ...simpleRule(next, day), interval, count, until });
          }}
          options={repeatFrequencies.map((one) => ({ value: one, label: strings.units[one] }))}
        />
      </div>
      {freq === 'WEEKLY' && (
        <Weekdays rule={rule} onChange={(byDay) => onChange({ ...rule, byDay })} />
      )}
      <Select
        label={strings.ends}
        value={end}
        onChange={({ target }) => setEnd(target.value)}
        options={(['never', 'until', 'count'] as const).map((one) => ({
          value: one,
          label: strings.end[one],
        }))}
      />
      {count !== null && (
        <NumberField
          label={strings.count}
          value={count}
          onChange={(next) => onChange({ ...rule, count: next })}
        />
      )}
      {until !== null && (
        <DateField
          label={strings.until}
          value={until}
          min={day}
          onChange={({ target }) => {
            if (target.value !== '') onChange({ ...rule, until: target.value });
          }}
        />
      )}
    </>
  );
}

/** A whole number from 1 on; an invalid text changes nothing while it is typed. */
function NumberField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      value={typed ?? String(value)}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = Number(target.value);
        if (Number.isInteger(number) && number >= 1 && number <= most) onChange(number);
      }}
    />
  );
}

/** The weekdays of a rule, at least one. */
function Weekdays({
  rule: { byDay },
  onChange,
}: {
  readonly rule: RepeatRule;
  readonly onChange: (byDay: RepeatRule['byDay']) => void;
}) {
  const chosen = new Set(byDay.map(({ weekday }) => weekday));
  return (
    <fieldset className="col-span-full">
      <legend className="mb-1 text-body font-strong text-ink-2">{strings.weekdays}</legend>
      <div className="grid w-fit grid-cols-4 gap-1.5 sm:flex sm:flex-wrap">
        {repeatWeekdays.map((weekday, place) => {
          const name = formatWeekday(addDays(monday, place), 'long');
          const isLast = chosen.has(weekday) && chosen.size === 1;
          return (
            <label key={weekday} className="relative cursor-pointer">
              <input
                type="checkbox"
                aria-label={name}
                checked={chosen.has(weekday)}
                onChange={({ target }) => {
                  if (isLast) return;
                  const kept = repeatWeekdays.filter((one) =>
                    one === weekday ? target.checked : chosen.has(one),
                  );
                  onChange(kept.map((one) => ({ weekday: one, ordinal: null })));
                }}
                className="peer absolute inset-0 cursor-pointer opacity-0"
              />
              <span
                aria-hidden="true"
                className="inline-flex min-h-9 min-w-9 items-center justify-center rounded-full border border-line-strong px-2 text-meta peer-checked:border-accent-ink peer-checked:bg-accent-soft peer-checked:font-strong peer-checked:text-accent-ink peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
              >
                {name.slice(0, 3)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
