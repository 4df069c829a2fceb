import { longCodeDigits } from '@foray/domain';
import type { Dispatch, ReactNode } from 'react';
import { lazyMessages } from '../messages/lazy-messages.ts';
import { TextField } from '../ui/controls/field.tsx';
import { Button } from '../ui/controls/button.tsx';
import type { ProofStep, EnteredProof } from './entered-proof.ts';

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
function RecoveryCodeField({
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

/**
 * The field of a code that the server requires, and the switch between the code from the phone and a
 * recovery code. Nothing until it is required.
 */
export function ProofField({
  proof,
  error,
  label,
  required = false,
  takesFocus = true,
  useSent = login.usePhone,
  disabled = false,
  beside,
  onStep,
}: {
  readonly proof: EnteredProof;
  /** The error about the shown code. */
  readonly error: string | null;
  /** The name of the code, if there are several. */
  readonly label?: string | undefined;
  readonly required?: boolean;
  readonly takesFocus?: boolean;
  /** The label of the switch from the recovery code back to the sent code. */
  readonly useSent?: string | undefined;
  /** Whether the switch is disabled. */
  readonly disabled?: boolean;
  /** A button beside the switch, while a sent code can be typed. */
  readonly beside?: ReactNode;
  readonly onStep: Dispatch<ProofStep>;
}) {
  const { isWanted, code, recovery } = proof;
  if (!isWanted) return null;
  const field = {
    error,
    required,
    onChange: (text: string) => onStep({ kind: 'typed', text }),
  };
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full empty:hidden">
        {recovery !== null ? (
          <RecoveryCodeField value={recovery} {...field} />
        ) : (
          code !== null && (
            <CodeField
              {...(label !== undefined && { label })}
              value={code}
              takesFocus={takesFocus}
              {...field}
            />
          )
        )}
      </div>
      <div className="-ms-2.5 flex flex-wrap gap-x-2">
        <span className="contents">{recovery === null && code !== null && beside}</span>
        <Button
          variant="quiet"
          size="small"
          disabled={disabled}
          onClick={() => onStep({ kind: 'swapped' })}
        >
          {recovery === null ? login.useRecovery : useSent}
        </Button>
      </div>
    </div>
  );
}
