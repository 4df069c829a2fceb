import type { CodePurpose } from '@foray/contract';
import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { useState } from 'react';
import { laterMessages } from '../../messages/later-messages.ts';
import { useActions, useSession } from '../../replica/index.ts';
import { CodeField } from '../../sign-in/code-field.tsx';

const { login } = laterMessages;

/** A code from the account's phone, as far as the server wants one before something is done. */
export interface FreshCode {
  /** What is typed; null where none was asked for. */
  readonly code: string | null;
  readonly problem: string | null;
  type(code: string): void;
  reset(): void;
  /** Does it with the typed code. `asked`: not done, a code has to be typed, which was sent just now or was wrong. */
  run(
    act: (code: string | undefined) => Promise<Result<void, { readonly code: string }>>,
    signal: AbortSignal,
  ): Promise<Result<'done' | 'asked', FreshCodeFailure>>;
}

/** Why neither was it done nor a code asked for, as a code. */
interface FreshCodeFailure {
  readonly code: string;
}

/**
 * The server refuses without a code where it sends codes: then one for this purpose is sent to the account's phone,
 * and what was to be done is done when it is typed.
 */
export function useFreshCode(purpose: CodePurpose): FreshCode {
  const actions = useActions();
  const session = useSession();
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const phone = session.kind === 'user' ? session.user.phone : '';
  return {
    code,
    problem,
    type(typed) {
      setCode(typed);
      setProblem(null);
    },
    reset() {
      setCode(null);
      setProblem(null);
    },
    async run(act, signal) {
      setProblem(null);
      const done = await act(code ?? undefined);
      if (done.ok) return ok('done');
      if (done.error.code !== 'invalid_code') return done;
      if (code !== null) {
        setProblem(login.invalidCode);
        return ok('asked');
      }
      const sent = await actions.requestCode(phone, purpose, signal);
      if (sent.ok) {
        setCode('');
        return ok('asked');
      }
      const { error } = sent;
      return { ok: false, error: { code: error.kind === 'refused' ? error.code : 'no_answer' } };
    },
  };
}

/** The field of the code, once one was asked for. */
export function FreshCodeField({ fresh }: { readonly fresh: FreshCode }) {
  if (fresh.code === null) return null;
  return <CodeField value={fresh.code} error={fresh.problem} onChange={fresh.type} />;
}
