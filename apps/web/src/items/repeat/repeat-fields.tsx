import { repeatOrigins, repeatText, skippedBy, withStartDay } from '@foray/domain';
import type { Item, RepeatRule } from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Select } from '../../ui/controls/field.tsx';
import { CustomRule } from './custom-rule.tsx';
import { offeredRules, ruleOfText } from './repeat-choices.ts';
import { repeatWords } from './repeat-words.ts';

const { repeating: strings } = lazyMessages;
const custom = 'custom';

/** A rule as a form has it: its text, '' for none, and what it counts from. */
export interface EditedRepeat {
  readonly repeat: string;
  readonly from: NonNullable<Item['repeat_from']>;
}

/** A rule with a COUNT, and how often its item is still to be done. */
export interface CountedRepeat {
  readonly repeat: string;
  readonly left: number;
}

/** Form fields for whether and how an item that is due on `day`, a civil date, repeats. */
export function RepeatFields({
  day,
  value,
  counted = null,
  hasFocus = false,
  onChange,
}: {
  readonly day: string;
  readonly value: EditedRepeat;
  /** The rule that an item has with a COUNT; null for none. */
  readonly counted?: CountedRepeat | null | undefined;
  /** Whether it takes the focus when it appears. */
  readonly hasFocus?: boolean | undefined;
  readonly onChange: (value: EditedRepeat) => void;
}) {
  const { repeat, from } = value;
  const [isCustom, setIsCustom] = useState(false);
  const offered = offeredRules(day);
  const rules = repeat === '' || offered.includes(repeat) ? offered : [...offered, repeat];
  const rule = repeat === '' ? null : ruleOfText(repeat, day);
  const left = counted !== null && counted.repeat === repeat ? counted.left : null;
  // A select on half a line cuts the words of a rule that skips months.
  const isSaid = isCustom || (rule !== null && skippedBy(withStartDay(rule, day)) !== null);
  const changeRule = (next: RepeatRule) => {
    // A new rule counts from nothing, so it takes over the times that are left.
    const isCountKept = left !== null && next.count === rule?.count;
    onChange({ ...value, repeat: repeatText(isCountKept ? { ...next, count: left } : next) });
  };
  const choose = (chosen: string) => {
    setIsCustom(chosen === custom);
    if (chosen !== custom) onChange({ ...value, repeat: chosen });
    else if (repeat === '') onChange({ ...value, repeat: offered[0] ?? '' });
  };
  return (
    <>
      <Select
        label={strings.label}
        autoFocus={hasFocus}
        value={isCustom ? custom : repeat}
        onChange={({ target }) => choose(target.value)}
        options={[
          { value: '', label: strings.none },
          ...rules.map((one) => ({ value: one, label: nameOf(one, day) })),
          { value: custom, label: strings.custom },
        ]}
      />
      {rule !== null && (
        <Select
          label={strings.from}
          value={from}
          onChange={({ target }) => onChange({ ...value, from: target.value as typeof from })}
          options={repeatOrigins.map((one) => ({ value: one, label: strings.origins[one] }))}
        />
      )}
      {rule !== null && isCustom && <CustomRule day={day} rule={rule} onChange={changeRule} />}
      {rule !== null && (isSaid || left !== null) && (
        <p aria-live="polite" className="col-span-full text-meta text-ink-3">
          {isSaid && <span>{strings.repeats(wordsOf(value, day))}. </span>}
          {left !== null && <span>{strings.timesLeft(left)}</span>}
        </p>
      )}
    </>
  );
}

function wordsOf({ repeat, from }: EditedRepeat, day: string): string {
  return repeatWords({ repeat, repeat_from: from, due_date: day }) ?? '';
}

function nameOf(repeat: string, day: string): string {
  const words = wordsOf({ repeat, from: 'due' }, day);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
