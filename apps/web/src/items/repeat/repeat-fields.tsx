import { repeatOrigins, repeatText, skippedBy, timesLeft, withStartDay } from '@foray/domain';
import type { Item, RepeatRule } from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Select } from '../../ui/controls/field.tsx';
import { CustomRule } from './custom-rule.tsx';
import { offeredRules, ruleOfText } from './repeat-choices.ts';
import { repeatWords } from './repeat-words.ts';

const { repeating: strings } = lazyMessages;
const custom = 'custom';

/** A rule and what it counts from. */
type RepeatValues = Pick<Item, 'repeat' | 'repeat_from'>;

/** Form fields for whether and how an item that is due on `day`, a civil date, repeats. */
export function RepeatFields({
  day,
  value,
  seen,
  hasFocus,
  onChange,
}: {
  readonly day: string;
  readonly value: RepeatValues;
  /** The item that has a rule already; null for a new item. */
  readonly seen: Item | null;
  /** Whether it takes the focus when it appears. */
  readonly hasFocus: boolean;
  readonly onChange: (value: RepeatValues) => void;
}) {
  const { repeat } = value;
  const from = value.repeat_from ?? 'due';
  const [isCustom, setIsCustom] = useState(false);
  const offered = offeredRules(day);
  const rules = repeat === null || offered.includes(repeat) ? offered : [...offered, repeat];
  const rule = repeat === null ? null : ruleOfText(repeat, day);
  const left = seen !== null && seen.repeat === repeat ? timesLeft(seen) : null;
  // A select on half a line cuts the words of a rule that skips months.
  const isSaid = isCustom || (rule !== null && skippedBy(withStartDay(rule, day), day) !== null);
  const changeRule = (next: RepeatRule) => {
    // A new rule starts counting at 0, so it takes over the number of occurrences that are left.
    const isCountKept = left !== null && next.count === rule?.count;
    const text = repeatText(isCountKept ? { ...next, count: left } : next);
    onChange({ repeat: text, repeat_from: from });
  };
  const choose = (chosen: string) => {
    setIsCustom(chosen === custom);
    if (chosen === '') onChange({ repeat: null, repeat_from: null });
    else if (chosen !== custom) onChange({ repeat: chosen, repeat_from: from });
    else if (repeat === null) onChange({ repeat: offered[0] ?? null, repeat_from: from });
  };
  return (
    <>
      <Select
        label={strings.label}
        autoFocus={hasFocus}
        value={isCustom ? custom : (repeat ?? '')}
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
          onChange={({ target }) => onChange({ repeat, repeat_from: target.value as typeof from })}
          options={repeatOrigins.map((one) => ({ value: one, label: strings.origins[one] }))}
        />
      )}
      {rule !== null && isCustom && <CustomRule day={day} rule={rule} onChange={changeRule} />}
      {rule !== null && (isSaid || left !== null) && (
        <p aria-live="polite" className="col-span-full text-meta text-ink-3">
          {isSaid && <span>{strings.repeats(wordsOf(repeat, from, day))}. </span>}
          {left !== null && <span>{strings.timesLeft(left)}</span>}
        </p>
      )}
    </>
  );
}

function wordsOf(repeat: string | null, from: RepeatValues['repeat_from'], day: string): string {
  return repeatWords({ repeat, repeat_from: from, due_date: day }) ?? '';
}

function nameOf(repeat: string, day: string): string {
  const words = wordsOf(repeat, 'due', day);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
