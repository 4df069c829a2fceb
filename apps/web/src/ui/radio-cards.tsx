import { useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

/** A choice of one among a few, side by side, as native radio buttons with the platform's keys. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: {
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon?: IconName | undefined;
  }[];
  readonly value: Value | null;
  readonly onValueChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-flow-col auto-cols-fr gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex min-h-11 cursor-pointer flex-col items-center justify-center gap-x-2 gap-y-1 rounded-medium border px-1 py-2 text-center font-strong sm:flex-row',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
              option.value === value
                ? 'border-accent-ink bg-accent-soft text-accent-ink'
                : 'border-line-strong text-ink-2 hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="sr-only"
            />
            {option.icon && <Icon name={option.icon} size={16} />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
