import { repeatOrigins, repeatText } from '@foray/domain';
import type { Item } from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Select } from '../../ui/controls/field.tsx';
import { CustomRule } from './custom-rule.tsx';
import { offeredRules, ruleOfText, skippedBy } from './repeat-choices.ts';
import { repeatWords } from './repeat-words.ts';

const { repeating: strings } = lazyMessages;
const custom = 'custom';

/** A rule as a form has it: its text, '' for none, and what it counts from. */
export interface EditedRepeat {
  readonly repeat: string;
  readonly from: NonNullable<Item['repeat_from']>;
}

/** Form fields for whether and how an item that is due on `day`, a civil date, repeats. */
export function RepeatFields({
  day,
  value,
  hasFocus = false,
  onChange,
}: {
  readonly day: string;
  readonly value: EditedRepeat;
  /** Whether it takes the focus when it appears. */
  readonly hasFocus?: boolean | undefined;
  readonly onChange: (value: EditedRepeat) => void;
}) {
  const { repeat, from } = value;
  const [isCustom, setIsCustom] = useState(false);
  const offered = offeredRules(day);
  const rules = repeat === '' || offered.includes(repeat) ? offered : [...offered, repeat];
  const rule = repeat === '' ? null : ruleOfText(repeat, day);
  const skipped = rule && skippedBy(rule);
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
          ...rules.map((one) => ({ value: one, label: nameOf(one) })),
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
      {rule !== null && isCustom && (
        <CustomRule
          day={day}
          rule={rule}
          onChange={(next) => onChange({ ...value, repeat: repeatText(next) })}
        />
      )}
      {rule !== null && (isCustom || skipped !== null) && (
        <p aria-live="polite" className="col-span-full text-meta text-ink-3">
          {isCustom && <span>{strings.repeats(wordsOf(value))}. </span>}
          {skipped === 'months' && <span>{strings.monthsSkipped}</span>}
          {skipped === 'years' && <span>{strings.yearsSkipped}</span>}
        </p>
      )}
    </>
  );
}

function wordsOf({ repeat, from }: EditedRepeat): string {
  return repeatWords({ repeat, repeat_from: from }) ?? '';
}

function nameOf(repeat: string): string {
  const words = wordsOf({ repeat, from: 'due' });
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
