import { longCodeDigits } from '@foray/domain';
import { lazyMessages } from '../messages/lazy-messages.ts';
import { TextField } from '../ui/controls/field.tsx';

const { login } = lazyMessages;

/** Moves the focus to the field when it appears. */
function focusOnArrival(field: HTMLInputElement | null): void {
  field?.focus();
}

/**
 * The field for a code that was sent to a phone. It accepts digits only, and takes the focus when it
 * appears, unless it is not the first.
 */
export function CodeField({
  label,
  value,
  error,
  required = false,
  takesFocus = true,
  onChange,
}: {
  /** The name of the code, if there are several. */
  readonly label?: string;
  readonly value: string;
  readonly error: string | null;
  readonly required?: boolean;
  readonly takesFocus?: boolean;
  readonly onChange: (code: string) => void;
}) {
  return (
    <TextField
      label={label ?? login.code}
      hint={label === undefined ? login.codeHint : undefined}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={longCodeDigits}
      required={required}
      ref={takesFocus ? focusOnArrival : null}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
    />
  );
}

/**
 * The field for a recovery code, typed as it was shown or nearly so; it takes the focus when it appears.
 */
export function RecoveryCodeField({
  value,
  error,
  required = false,
  onChange,
}: {
  readonly value: string;
  readonly error: string | null;
  readonly required?: boolean;
  readonly onChange: (code: string) => void;
}) {
  return (
    <TextField
      label={login.recoveryCode}
      hint={login.recoveryHint}
      name="recovery_code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      maxLength={64}
      required={required}
      ref={focusOnArrival}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
