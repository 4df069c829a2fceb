import { textLength } from '@foray/domain';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { CharacterCount } from './character-count.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface FieldFrame {
  readonly label: string;
  /** The label is read but not shown, where a placeholder or its surroundings say the same. */
  readonly labelHidden?: boolean | undefined;
  readonly hint?: string | undefined;
  /** What is wrong; marks the field invalid and is read with it. */
  readonly error?: string | null | undefined;
  /** Shows a counter once the text is longer than `showAbove`, in red over `max`. */
  readonly counter?: { readonly showAbove: number; readonly max: number } | undefined;
}

const controlClasses = classNames(
  'w-full rounded-medium border border-line-strong bg-surface px-3 text-body text-ink',
  'transition-colors duration-100 pointer-coarse:text-lead',
  'hover:border-ink-3 focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0',
  'aria-invalid:border-danger-ink disabled:cursor-not-allowed disabled:opacity-60',
);
const lineClasses = 'min-h-9 py-1.5 pointer-coarse:min-h-11';

function Frame({
  id,
  frame,
  length,
  children,
}: {
  readonly id: string;
  readonly frame: FieldFrame;
  readonly length: number;
  readonly children: ReactNode;
}) {
  const { label, labelHidden, hint, error, counter } = frame;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-body font-strong text-ink-2'}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
      {(error != null || counter) && (
        <div className="flex items-start justify-between gap-3 empty:hidden">
          <p id={`${id}-error`} role="alert" className="text-meta text-danger-ink empty:hidden">
            {error}
          </p>
          {counter && <CharacterCount length={length} {...counter} />}
        </div>
      )}
    </div>
  );
}

function describedBy(id: string, frame: FieldFrame): string | undefined {
  const ids = [
    frame.hint !== undefined && `${id}-hint`,
    frame.error != null && `${id}-error`,
  ].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? textLength(value) : 0;
}

/** A labelled line of text. `counter` counts what would be stored of a controlled `value`. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  counter,
  icon,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'id'> & FieldFrame & { readonly icon?: 'search' | undefined }) {
  const id = useId();
  const frame = { label, labelHidden, hint, error, counter };
  return (
    <Frame id={id} frame={frame} length={lengthOf(rest.value)}>
      <span className="relative block">
        {icon && (
          <Icon
            name={icon}
            size={16}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
          />
        )}
        <input
          {...rest}
          id={id}
          aria-invalid={error != null || undefined}
          aria-describedby={describedBy(id, frame)}
          className={classNames(controlClasses, lineClasses, icon && 'pl-9', className)}
        />
      </span>
    </Frame>
  );
}

/** A labelled text of several lines that grows with what is typed. */
export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  counter,
  className,
  rows = 2,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id'> & FieldFrame) {
  const id = useId();
  const frame = { label, labelHidden, hint, error, counter };
  return (
    <Frame id={id} frame={frame} length={lengthOf(rest.value)}>
      <textarea
        {...rest}
        id={id}
        rows={rows}
        aria-invalid={error != null || undefined}
        aria-describedby={describedBy(id, frame)}
        className={classNames(
          controlClasses,
          'field-sizing-content max-h-60 min-h-16 resize-y py-2',
          className,
        )}
      />
    </Frame>
  );
}

/** A labelled choice of one, by the platform's own picker. */
export function Select({
  label,
  labelHidden,
  hint,
  error,
  options,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'id' | 'children'> &
  Omit<FieldFrame, 'counter'> & {
    readonly options: readonly { readonly value: string; readonly label: string }[];
  }) {
  const id = useId();
  const frame = { label, labelHidden, hint, error };
  return (
    <Frame id={id} frame={frame} length={0}>
      <span className="relative block">
        <select
          {...rest}
          id={id}
          aria-invalid={error != null || undefined}
          aria-describedby={describedBy(id, frame)}
          className={classNames(controlClasses, lineClasses, 'appearance-none pr-9', className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevronDown"
          size={16}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
        />
      </span>
    </Frame>
  );
}

/** A labelled civil date, `YYYY-MM-DD` or empty, by the platform's own picker. */
export function DateField(
  props: Omit<ComponentProps<'input'>, 'id' | 'type'> & Omit<FieldFrame, 'counter'>,
) {
  return (
    <TextField {...props} type="date" className={classNames('appearance-none', props.className)} />
  );
}
