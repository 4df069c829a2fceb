import { firstItemDay, isItemDay, lastItemDay, textLength } from '@foray/domain';
import { useId, useState } from 'react';
import type { ComponentProps, ReactElement } from 'react';
import { CharacterCount } from './character-count.tsx';
import { classNames } from '../styles/class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconShape } from '../icons/icon.tsx';
import { moreIcons } from '../icons/more-icons.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';

interface FieldFrame {
  readonly label: string;
  /**
   * Hides the label, which screen readers still read, if a placeholder or the surroundings say the same.
   */
  readonly labelHidden?: boolean | undefined;
  readonly hint?: string | undefined;
  /** The error text; marks the field invalid and is read with it. */
  readonly error?: string | null | undefined;
  /** Marks the field invalid if its error text is elsewhere. */
  readonly isInvalid?: boolean | undefined;
  /** Shows a counter once the text is longer than `showAbove`, in red over `max`. */
  readonly counter?: { readonly showAbove: number; readonly max: number } | undefined;
}

const controlClasses = classNames(
  'w-full rounded-medium border border-line-strong px-3 text-body text-ink',
  'transition-colors duration-100 pointer-coarse:text-lead',
  'hover:border-ink-3 focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger-ink disabled:cursor-not-allowed disabled:opacity-60',
);
const lineClasses = 'min-h-9 py-1.5 pointer-coarse:min-h-11';

/** The label, hint and error of a control, which receives its id and the attributes that refer to them. */
function Frame({
  label,
  labelHidden,
  hint,
  error,
  isInvalid = error != null,
  counter,
  value,
  children,
}: FieldFrame & {
  readonly value?: unknown;
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  }) => ReactElement;
}) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error == null ? undefined : `${id}-error`;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-body font-strong text-ink-2'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': isInvalid || undefined,
        'aria-describedby': classNames(hintId, errorId) || undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
      {(error != null || counter) && (
        <div className="flex items-start justify-between gap-3 empty:hidden">
          <p id={`${id}-error`} role="alert" className="text-meta text-danger-ink empty:hidden">
            {error}
          </p>
          {counter && typeof value === 'string' && (
            <CharacterCount length={textLength(value)} {...counter} />
          )}
        </div>
      )}
    </div>
  );
}

/**
 * A labelled line of text. `counter` counts those characters of a controlled `value` that would be stored.
 */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  isInvalid,
  counter,
  icon,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'id'> & FieldFrame & { readonly icon?: IconShape | undefined }) {
  return (
    <Frame {...{ label, labelHidden, hint, error, isInvalid, counter }} value={rest.value}>
      {(control) => (
        // The frame paints the background, so that a layer can be between it and the text.
        <span className="relative block rounded-medium bg-surface">
          {icon && (
            <Icon
              icon={icon}
              size={16}
              className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-ink-3"
            />
          )}
          <input
            dir="auto"
            {...rest}
            {...control}
            className={classNames(
              controlClasses,
              lineClasses,
              'bg-transparent',
              icon && 'px-9',
              className,
            )}
          />
        </span>
      )}
    </Frame>
  );
}

/** A labelled text field of several lines that grows with its content. */
export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  counter,
  rows = 2,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id' | 'className'> & Omit<FieldFrame, 'isInvalid'>) {
  return (
    <Frame {...{ label, labelHidden, hint, error, counter }} value={rest.value}>
      {(control) => (
        <textarea
          dir="auto"
          {...rest}
          {...control}
          rows={rows}
          className={classNames(
            controlClasses,
            'bg-surface field-sizing-content max-h-60 min-h-16 resize-y py-2',
          )}
        />
      )}
    </Frame>
  );
}

/** A labelled choice of one option, by the platform's own picker. */
export function Select({
  label,
  options,
  ...rest
}: Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}) {
  return (
    <Frame label={label}>
      {(control) => (
        <span className="relative block">
          <select
            {...rest}
            {...control}
            className={classNames(controlClasses, lineClasses, 'appearance-none bg-surface pe-9')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            icon={moreIcons.chevronDown}
            size={16}
            className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 text-ink-3"
          />
        </span>
      )}
    </Frame>
  );
}

/**
 * A labelled civil date, `YYYY-MM-DD` or empty, by the platform's own picker. A day that no item can have,
 * mostly a mistyped year, is marked as wrong once the field is left, or with `isTried`.
 */
export function DateField({
  isTried = false,
  ...props
}: Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'value' | 'onBlur'> &
  Omit<FieldFrame, 'counter' | 'error'> & { readonly value: string; readonly isTried?: boolean }) {
  const [isLeft, setIsLeft] = useState(false);
  const isWrong = props.value !== '' && !isItemDay(props.value);
  return (
    <TextField
      min={firstItemDay}
      {...props}
      type="date"
      max={lastItemDay}
      error={isWrong && (isLeft || isTried) ? lazyMessages.wrongYear(props.label) : null}
      onBlur={() => setIsLeft(true)}
      className="appearance-none"
    />
  );
}
