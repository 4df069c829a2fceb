import type { CodePurpose, Confirmation } from '@foray/contract';
import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import { useState } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSession } from '../../../replica/index.ts';
import type { ClientActions } from '../../../replica/index.ts';
import { CodeField, RecoveryCodeField } from '../../../sign-in/code-field.tsx';
import { Button } from '../../../ui/controls/button.tsx';

const { login } = lazyMessages;

/** A code from the account's phone or a recovery code, if the server requires one before an action. */
export interface FreshCode {
  /** Whether the server requires a code. */
  readonly isWanted: boolean;
  /** The typed code from the phone; null if none was sent. */
  readonly code: string | null;
  /** The typed recovery code; null if none is used. */
  readonly recovery: string | null;
  /** The error about either code. */
  readonly problem: string | null;
  type(code: string): void;
  /** Switches between the two. */
  swap(): void;
  reset(): void;
  /**
   * Performs `act` with the typed code. `asked`: not performed, because a code has to be typed, which was
   * just sent or was wrong.
   */
  run(
    act: (proof: Confirmation | undefined) => Promise<Result<void, FreshCodeFailure>>,
    signal: CancelSignal,
  ): Promise<Result<'done' | 'asked', FreshCodeFailure>>;
}

/** A failure that neither performed the action nor asked for a code; a refusal may name the wrong fields. */
export interface FreshCodeFailure {
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** Sends another code that is required at the same time. */
type SendBeside = (signal: CancelSignal) => ReturnType<ClientActions['requestCode']>;

/**
 * Runs an action that may need a fresh code. A server that sends codes refuses it without one: then a code
 * for this purpose is sent to the account's phone, and the action runs when the code is typed, or a
 * recovery code, even if no code could be sent. `beside` is sent together with it; if that fails, no code
 * is asked for.
 */
export function useFreshCode(
  purpose: CodePurpose,
  { wrong, beside }: { readonly wrong?: string; readonly beside?: SendBeside } = {},
): FreshCode {
  const actions = useActions();
  const session = useSession();
  const [isWanted, setIsWanted] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const [recovery, setRecovery] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const phone = session.kind === 'user' ? session.user.phone : '';
  return {
    isWanted,
    code,
    recovery,
    problem,
    type(typed) {
      if (recovery === null) setCode(typed);
      else setRecovery(typed);
      setProblem(null);
    },
    swap() {
      setRecovery(recovery === null ? '' : null);
      setProblem(null);
    },
    reset() {
      setIsWanted(false);
      setCode(null);
      setRecovery(null);
      setProblem(null);
    },
    async run(act, signal) {
      setProblem(null);
      const proof = proofOf(code, recovery);
      const done = await act(proof);
      if (done.ok) return ok('done');
      if (done.error.code !== 'invalid_code') return done;
      if (proof !== undefined) {
        setProblem(wrong ?? (recovery === null ? login.invalidCode : login.wrongRecovery));
        return ok('asked');
      }
      const sent = await actions.requestCode(phone, purpose, signal);
      const both = [sent, ...(beside === undefined ? [] : [await beside(signal)])];
      setIsWanted(both.slice(1).every((other) => other.ok));
      if (sent.ok) setCode('');
      for (const one of both) {
        if (one.ok) continue;
        const { error } = one;
        return { ok: false, error: error.kind === 'refused' ? error : { code: 'no_answer' } };
      }
      return ok('asked');
    },
  };
}

function proofOf(code: string | null, recovery: string | null): Confirmation | undefined {
  if (recovery !== null) return { recovery_code: recovery };
  return code === null ? undefined : { code };
}

/** The field of the code, once one was asked for. */
export function FreshCodeField({ fresh }: { readonly fresh: FreshCode }) {
  if (!fresh.isWanted || fresh.code === null) return null;
  return <CodeField value={fresh.code} error={fresh.problem} onChange={fresh.type} />;
}

/** As {@link FreshCodeField}, for actions that accept a recovery code too. */
export function FreshProofField({
  fresh,
  label,
  useSent = login.usePhone,
  takesFocus = true,
}: {
  readonly fresh: FreshCode;
  /** The name of the code, if there are several. */
  readonly label?: string;
  /** The label of the switch from the recovery code back to the sent code. */
  readonly useSent?: string;
  readonly takesFocus?: boolean;
}) {
  const { isWanted, code, recovery, problem, type } = fresh;
  if (!isWanted) return null;
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full empty:hidden">
        {recovery !== null ? (
          <RecoveryCodeField value={recovery} error={problem} onChange={type} />
        ) : (
          code !== null && (
            <CodeField
              {...(label !== undefined && { label })}
              value={code}
              error={problem}
              takesFocus={takesFocus}
              onChange={type}
            />
          )
        )}
      </div>
      <Button variant="quiet" size="small" className="-ms-2.5" onClick={fresh.swap}>
        {recovery === null ? login.useRecovery : useSent}
      </Button>
    </div>
  );
}
