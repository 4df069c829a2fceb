import { useReducer, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { maxNameChars, textLength } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useSession } from '../../replica/index.ts';
import type { SignInFailure } from '../../replica/index.ts';
import { tutorial } from '../../settings/tutorial.ts';
import { ProofField } from '../../sign-in/code-field.tsx';
import { unsupportedNumberText } from '../../sign-in/unsupported-number.ts';
import { confirmationOf, noProof, proofAfter } from '../../sign-in/entered-proof.ts';
import type { EnteredProof } from '../../sign-in/entered-proof.ts';
import { useSignIn } from '../../sign-in/use-sign-in.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { afterSignIn } from '../../adapters/browser/sign-in-address.ts';
import { useNavigateAfter } from '../../ui/interaction/use-navigate-after.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { LongWait } from '../../ui/display/long-wait.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { toast } from '../../ui/layers/toast.ts';

const { login } = lazyMessages;
const icons: readonly IconShape[] = [firstIcons.sync, moreIcons.people, firstIcons.bell];

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

/**
 * The sign-in screen. If the server requires a code, it rejects phone and name alone; then the field for
 * the code appears, or that for a recovery code in its place. Typed text stays after every failure.
 */
export function LoginScreen() {
  const [, navigate] = useBrowserLocation();
  const actions = useActions();
  const session = useSession();
  const [phone, setPhone] = useState('');
  const [name, setName] = useState('');
  const [proof, dispatch] = useReducer(proofAfter, noProof);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const fields = useRef<HTMLFormElement>(null);
  const startNavigation = useNavigateAfter();
  const { waiting, signIn, question } = useSignIn((start) => void submit(start));

  const endTutorial = () => {
    if (!tutorial.progress().hasCompletedOnboarding) tutorial.skip();
  };

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
      fields.current?.querySelector<HTMLInputElement>(`[name=${next.field}]`)?.focus();
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

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    // The code may arrive before the response to its request.
    waiting.giveUp();
    const missing = missingOf(phone, name, proof);
    if (missing) refuse(missing);
    else void submit();
  };

  return (
    <div className="mx-auto grid max-w-lg grid-cols-[minmax(0,1fr)] gap-8 py-2 md:py-8 lg:max-w-4xl lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-12">
      <Card className="p-5 md:p-8">
        <h1
          tabIndex={-1}
          data-route-heading=""
          className="mb-5 text-title font-strong md:text-display"
        >
          {login.title}
        </h1>
        <form ref={fields} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
          <TextField
            label={login.phone}
            type="tel"
            name="phone"
            autoComplete="tel"
            placeholder={login.phonePlaceholder}
            required
            value={phone}
            error={refusal?.field === 'phone' ? refusal.text : null}
            onChange={(event) => {
              setPhone(event.target.value);
              dispatch({ kind: 'renumbered' });
            }}
          />
          <TextField
            label={login.name}
            name="name"
            autoComplete="name"
            placeholder={login.namePlaceholder}
            required
            maxLength={maxNameChars}
            value={name}
            error={refusal?.field === 'name' ? refusal.text : null}
            onChange={(event) => setName(event.target.value)}
          />
          <ProofField
            proof={proof}
            error={refusal?.field?.endsWith('code') ? refusal.text : null}
            required
            disabled={isBusy}
            beside={
              <Button
                variant="quiet"
                size="small"
                disabled={isBusy}
                busy={waiting.isWaiting && !isBusy}
                onClick={() => void resendCode()}
              >
                {login.sendAgain}
              </Button>
            }
            onStep={(step) => {
              if (step.kind === 'swapped') setRefusal(null);
              dispatch(step);
            }}
          />
          {refusal && refusal.field === null && (
            <p
              role="alert"
              className="flex items-center gap-2 rounded-medium bg-danger-soft px-3 py-2 text-danger-ink"
            >
              <Icon icon={moreIcons.warning} size={16} />
              {refusal.text}
            </p>
          )}
          <Button
            type="submit"
            variant="primary"
            wide
            busy={isBusy}
            busyLabel={login.submitting}
            className="mt-1"
          >
            {login.submit}
          </Button>
          <LongWait {...waiting} />
        </form>
        {session.kind === 'guest' && (
          <>
            <p className="my-4 flex items-center gap-3 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {login.or}
            </p>
            <Button
              wide
              onClick={() => {
                endTutorial();
                navigate('/campaigns');
              }}
            >
              {login.withoutSigningIn}
            </Button>
          </>
        )}
      </Card>
      <Benefits />
      {question}
    </div>
  );
}

/** The three benefits of an account (LOGIN-04). */
function Benefits() {
  return (
    <ul className="flex flex-col gap-5 px-1 lg:justify-center">
      {login.benefits.map(({ title, text }, place) => (
        <li key={title} className="flex items-start gap-4">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-large bg-accent-soft text-accent-ink">
            <Icon icon={icons[place] ?? moreIcons.check} />
          </span>
          <div>
            <p className="text-lead font-strong">{title}</p>
            <p className="text-ink-3">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
