import type { CodePurpose, Confirmation } from '@foray/contract';
import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import { useState } from 'react';
import { laterMessages } from '../../messages/later-messages.ts';
import { useActions, useSession } from '../../replica/index.ts';
import type { ClientActions } from '../../replica/index.ts';
import { CodeField, RecoveryCodeField } from '../../sign-in/code-field.tsx';
import { Button } from '../../ui/button.tsx';

const { login } = laterMessages;

/** A code from the account's phone or a recovery code, as far as the server wants one before something is done. */
export interface FreshCode {
  /** Whether the server wants one. */
  readonly isWanted: boolean;
  /** What is typed of the code that was sent; null where none was. */
  readonly code: string | null;
  /** What is typed of a recovery code in its place; null where none is used. */
  readonly recovery: string | null;
  /** What was wrong with either. */
  readonly problem: string | null;
  type(code: string): void;
  /** Goes from one of the two to the other. */
  swap(): void;
  reset(): void;
  /** Does it with what is typed. `asked`: not done, a code has to be typed, which was sent just now or was wrong. */
  run(
    act: (proof: Confirmation | undefined) => Promise<Result<void, FreshCodeFailure>>,
    signal: CancelSignal,
  ): Promise<Result<'done' | 'asked', FreshCodeFailure>>;
}

/** Why neither was it done nor a code asked for, as a code. */
interface FreshCodeFailure {
  readonly code: string;
}

/** Sends another code that is wanted at the same time. */
type SendBeside = (signal: CancelSignal) => ReturnType<ClientActions['requestCode']>;

/**
 * The server refuses without a code where it sends codes: then one for this purpose is sent to the account's phone,
 * and what was to be done is done when it is typed, or a recovery code, also where none could be sent. `beside` is
 * sent with it; without that one nothing is asked for.
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
        return { ok: false, error: { code: error.kind === 'refused' ? error.code : 'no_answer' } };
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

/** The same, where a recovery code will do. */
export function FreshProofField({
  fresh,
  label,
  useSent = login.usePhone,
  takesFocus = true,
}: {
  readonly fresh: FreshCode;
  /** Which code it is, where there are several. */
  readonly label?: string;
  /** What leads from the recovery code back to the code that is sent. */
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
