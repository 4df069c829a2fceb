import { textLength } from '@foray/domain';
import { useReducer, useRef, useState } from 'react';
import { afterSignIn } from '../../adapters/browser/sign-in-address.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import type { SignInFailure } from '../../replica/index.ts';
import { tutorial } from '../../settings/tutorial.ts';
import { confirmationOf, noProof, proofAfter } from '../../sign-in/entered-proof.ts';
import type { EnteredProof, ProofStep } from '../../sign-in/entered-proof.ts';
import { unsupportedNumberText } from '../../sign-in/unsupported-number.ts';
import { useSignIn } from '../../sign-in/use-sign-in.tsx';
import { useNavigateAfter } from '../../ui/interaction/use-navigate-after.ts';
import { toast } from '../../ui/layers/toast.ts';

const { login } = lazyMessages;

/** The error after an attempt: at its field, or else above the button. */
interface Refusal {
  readonly text: string;
  readonly field: 'phone' | 'name' | 'code' | 'recovery_code' | null;
}

function refusalOf(failure: SignInFailure, isRecovery = false): Refusal {
  if (failure.kind === 'refused') {
    if (failure.code === 'invalid_code') {
      return isRecovery
        ? { text: login.wrongRecovery, field: 'recovery_code' }
        : { text: login.invalidCode, field: 'code' };
    }
    if (failure.code === 'rate_limited') return { text: login.rateLimited, field: null };
    if (failure.code === 'forbidden') return { text: login.suspended, field: null };
    const unsupported = unsupportedNumberText(failure);
    if (unsupported !== null) return { text: unsupported, field: 'phone' };
    if (failure.fields['phone'] !== undefined) return { text: login.invalidPhone, field: 'phone' };
    if (failure.fields['name'] !== undefined) return { text: login.invalidName, field: 'name' };
  }
  return { text: login.failed, field: null };
}

/** The first blank field; a code is required only if its field is shown. */
function missingOf(phone: string, name: string, proof: EnteredProof): Refusal | null {
  if (phone.trim() === '') return { text: login.phoneRequired, field: 'phone' };
  if (textLength(name) === 0) return { text: login.nameRequired, field: 'name' };
  const field = proof.recovery === null ? 'code' : 'recovery_code';
  const typed = proof.recovery ?? proof.code;
  return typed?.trim() === '' ? { text: login.codeRequired, field } : null;
}

/** Ends the tutorial for a person who has begun without it. */
export function endTutorial(): void {
  if (!tutorial.progress().hasCompletedOnboarding) tutorial.skip();
}

/** The typed credentials, and the attempts to sign in with them. */
export function useLoginAttempt() {
  const actions = useActions();
  const [phone, setPhone] = useState('');
  const [name, setName] = useState('');
  const [proof, dispatch] = useReducer(proofAfter, noProof);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const startNavigation = useNavigateAfter();
  const { waiting, signIn, question } = useSignIn((start) => void submit(start));

  async function sendCode(): Promise<boolean> {
    dispatch({ kind: 'requested', isWanted: true, isSent: false });
    const sent = await waiting.wait((signal) =>
      actions.requestCode(phone.trim(), 'sign_in', signal),
    );
    if (sent?.ok === false) setRefusal(refusalOf(sent.error));
    const isSent = sent?.ok ?? false;
    if (isSent) dispatch({ kind: 'requested', isWanted: true, isSent });
    return isSent;
  }

  /** Shows the error and focuses its field. */
  function refuse(next: Refusal): void {
    setRefusal(next);
    if (next.field !== null)
      form.current?.querySelector<HTMLInputElement>(`[name=${next.field}]`)?.focus();
  }

  async function submit(start?: 'keep' | 'empty'): Promise<void> {
    setIsBusy(true);
    setRefusal(null);
    const navigateTo = startNavigation();
    const to = afterSignIn();
    const outcome = await signIn({
      phone,
      name: name.trim(),
      ...confirmationOf(proof),
      ...(start !== undefined && { start }),
    });
    if (outcome === null) return setIsBusy(false);
    if (outcome.failure === null) {
      if (proof.recovery !== null) {
        toast({ title: login.recovered, description: login.recoveredText });
      }
      endTutorial();
      // Back does not lead from the app to the empty form.
      navigateTo(to, { replace: true });
      return;
    }
    const next = refusalOf(outcome.failure, proof.recovery !== null);
    if (next.field === 'code' && proof.code === null) await sendCode();
    else refuse(next);
    setIsBusy(false);
  }

  async function resendCode(): Promise<void> {
    setRefusal(null);
    if (await sendCode()) toast({ title: login.codeSent, description: login.codeSentText });
  }

  function attempt(): void {
    if (isBusy) return;
    // The code may arrive before the response to its request.
    waiting.giveUp();
    const missing = missingOf(phone, name, proof);
    if (missing) refuse(missing);
    else void submit();
  }

  return {
    typed: { phone, name, proof },
    /** The form, for the focus after an error. */
    form,
    refusal,
    isBusy,
    waiting,
    question,
    attempt,
    resendCode,
    setName,
    setPhone(next: string) {
      setPhone(next);
      dispatch({ kind: 'renumbered' });
    },
    setProof(step: ProofStep) {
      if (step.kind === 'swapped') setRefusal(null);
      dispatch(step);
    },
  };
}
