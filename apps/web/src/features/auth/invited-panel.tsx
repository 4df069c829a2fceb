import { textLength } from '@foray/domain';
import { useCallback, useEffect, useState } from 'react';
import { signInAttempt } from '../../adapters/storage/sign-in-attempt.ts';
import { pageCalls } from '../../adapters/server/page-calls.ts';
import { withIsolation } from '../../messages/bidi-isolation.ts';
import { invited } from '../../messages/en/invited.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSession } from '../../replica/index.ts';
import type { SignInFailure } from '../../replica/index.ts';
import { useSignIn } from '../../sign-in/use-sign-in.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { LongWait } from '../../ui/display/long-wait.tsx';
import { useNavigateAfter } from '../../ui/interaction/use-navigate-after.ts';

const strings = withIsolation(invited);
const { login } = lazyMessages;

/** The person whom the invitation is for. */
interface Invited {
  readonly name: string;
  readonly phone: string;
}

type State =
  | { readonly kind: 'reading' }
  | { readonly kind: 'open'; readonly person: Invited }
  /** `isOver`: the invitation will not count again; otherwise the server could not be asked. */
  | { readonly kind: 'refused'; readonly text: string; readonly isOver: boolean };

function isInvited(body: unknown): body is Invited {
  const { name, phone } = (body ?? {}) as Partial<Invited>;
  return typeof name === 'string' && typeof phone === 'string';
}

function refusalOf(failure: SignInFailure): Extract<State, { kind: 'refused' }> {
  const over = (text: string) => ({ kind: 'refused', text, isOver: true }) as const;
  if (failure.kind === 'refused') {
    const end = failure.fields['invitation'];
    if (failure.code === 'number_taken') return over(strings.taken);
    if (failure.code === 'forbidden') return over(login.suspended);
    if (failure.code === 'rate_limited') {
      return { kind: 'refused', text: login.rateLimited, isOver: false };
    }
    if (failure.code === 'invalid_code' && end !== undefined && end in strings.ends) {
      return over(strings.ends[end as keyof typeof strings.ends]);
    }
  }
  return { kind: 'refused', text: strings.offline, isOver: false };
}

async function readInvitation(token: string, signal?: AbortSignal): Promise<State> {
  const attempt = signInAttempt.get();
  const reply = await pageCalls.send({
    method: 'POST',
    path: '/api/invitation',
    body: { token, ...(attempt !== null && { attempt }) },
    signal,
    isExpected: isInvited,
  });
  if (reply.kind === 'answer') return { kind: 'open', person: reply.body };
  const error = reply.kind === 'refusal' ? reply.error : null;
  if (error === null) return refusalOf({ kind: 'noAnswer' });
  return refusalOf({ kind: 'refused', code: error.code, fields: error.fields ?? {} });
}

/**
 * Shows the person whom the invitation of a link is for, and signs in with it once the person says so. The token is in the
 * fragment of the address, and is sent in bodies only.
 */
export function InvitedPanel({
  token,
  onSignedIn,
}: {
  readonly token: string;
  readonly onSignedIn: () => void;
}) {
  const session = useSession();
  const [state, setState] = useState<State>({ kind: 'reading' });
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const startNavigation = useNavigateAfter();
  const { waiting, signIn } = useSignIn(() => undefined);

  const show = useCallback((next: State) => {
    setState(next);
    if (next.kind === 'open') setName(next.person.name);
  }, []);
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    void readInvitation(token, signal).then((found) => signal.aborted || show(found));
    return () => reading.abort();
  }, [token, show]);

  async function accept({ phone }: Invited): Promise<void> {
    if (textLength(name) === 0) return setIsNameMissing(true);
    setIsBusy(true);
    const navigateTo = startNavigation();
    const attempt = signInAttempt.begin();
    const outcome = await signIn({ phone, name: name.trim(), invitation: token, attempt });
    setIsBusy(false);
    if (outcome === null) return;
    const refused = outcome.failure && refusalOf(outcome.failure);
    // Without an answer the sign-in may have taken place: this browser can repeat it.
    if (refused === null || refused.isOver) signInAttempt.end();
    if (refused !== null) return setState(refused);
    onSignedIn();
    // The address with the token does not stay in the history.
    navigateTo('/', { replace: true });
  }

  const isOther = session.kind === 'user' && !isBusy;
  return (
    <>
      <h1
        tabIndex={-1}
        data-route-heading=""
        className="mb-5 text-title font-strong md:text-display"
      >
        {strings.title}
      </h1>
      {isOther && <p role="alert">{strings.signedInAs(session.user.name)}</p>}
      {!isOther && state.kind === 'reading' && <p role="status">{strings.reading}</p>}
      {!isOther && state.kind === 'open' && (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) void accept(state.person);
          }}
        >
          <p className="text-ink-2">{strings.text}</p>
          <TextField label={strings.phone} value={state.person.phone} readOnly dir="ltr" />
          <TextField
            label={strings.name}
            value={name}
            error={isNameMissing ? strings.nameRequired : undefined}
            onChange={(event) => {
              setIsNameMissing(false);
              setName(event.target.value);
            }}
          />
          <Button type="submit" variant="primary" wide busy={isBusy} busyLabel={strings.accepting}>
            {strings.accept}
          </Button>
          <LongWait {...waiting} />
        </form>
      )}
      {!isOther && state.kind === 'refused' && (
        <div className="flex flex-col items-start gap-4">
          <p role="alert">{state.text}</p>
          {state.isOver ? (
            <ButtonLink href="/login">{strings.other}</ButtonLink>
          ) : (
            <Button
              onClick={() => {
                setState({ kind: 'reading' });
                void readInvitation(token).then(show);
              }}
            >
              {strings.retry}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
