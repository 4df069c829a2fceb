import type { CodePurpose, Confirmation } from '@foray/contract';
import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import { useReducer, useState } from 'react';
import type { ComponentProps } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSession } from '../../../replica/index.ts';
import type { ClientActions } from '../../../replica/index.ts';
import { CodeField, ProofField } from '../../../sign-in/code-field.tsx';
import { confirmationOf, noProof, proofAfter } from '../../../sign-in/entered-proof.ts';
import type { ProofStep, EnteredProof } from '../../../sign-in/entered-proof.ts';

const { login } = lazyMessages;

/** A code from the account's phone or a recovery code, if the server requires one before an action. */
export interface FreshCode {
  readonly proof: EnteredProof;
  /** The error about the typed code. */
  readonly problem: string | null;
  step(step: ProofStep): void;
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
  const [proof, dispatch] = useReducer(proofAfter, noProof);
  const [problem, setProblem] = useState<string | null>(null);
  const phone = session.kind === 'user' ? session.user.phone : '';
  const step = (next: ProofStep) => {
    dispatch(next);
    setProblem(null);
  };
  return {
    proof,
    problem,
    step,
    reset: () => step({ kind: 'reset' }),
    async run(act, signal) {
      setProblem(null);
      const typed = confirmationOf(proof);
      const done = await act(typed);
      if (done.ok) return ok('done');
      if (done.error.code !== 'invalid_code') return done;
      if (typed !== undefined) {
        setProblem(wrong ?? (proof.recovery === null ? login.invalidCode : login.wrongRecovery));
        return ok('asked');
      }
      const sent = await actions.requestCode(phone, purpose, signal);
      const both = [sent, ...(beside === undefined ? [] : [await beside(signal)])];
      const isWanted = both.slice(1).every((other) => other.ok);
      dispatch({ kind: 'requested', isWanted, isSent: sent.ok });
      for (const one of both) {
        if (one.ok) continue;
        const { error } = one;
        return { ok: false, error: error.kind === 'refused' ? error : { code: 'no_answer' } };
      }
      return ok('asked');
    },
  };
}

/** The field of the code, once one was requested. */
export function FreshCodeField({ fresh }: { readonly fresh: FreshCode }) {
  const { proof, problem, step } = fresh;
  if (!proof.isWanted || proof.code === null) return null;
  return (
    <CodeField
      value={proof.code}
      error={problem}
      onChange={(text) => step({ kind: 'typed', text })}
    />
  );
}

/** As {@link FreshCodeField}, for actions that accept a recovery code too. */
export function FreshProofField({
  fresh,
  ...names
}: {
  readonly fresh: FreshCode;
} & Pick<ComponentProps<typeof ProofField>, 'label' | 'useSent' | 'takesFocus'>) {
  return <ProofField proof={fresh.proof} error={fresh.problem} onStep={fresh.step} {...names} />;
}
