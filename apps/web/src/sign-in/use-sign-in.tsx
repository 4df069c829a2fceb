import { useState } from 'react';
import type { ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import { useActions } from '../replica/index.ts';
import type { SignIn, SignInFailure } from '../replica/index.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useWait } from '../ui/long-wait.tsx';
import type { Wait } from '../ui/long-wait.tsx';

const { login } = messages;

interface SignInFlow {
  readonly waiting: Wait;
  /** Null if the person gave it up, or has the question to answer first. */
  signIn(
    credentials: Parameters<SignIn>[0],
  ): Promise<{ readonly failure: SignInFailure | null } | null>;
  /** Shown where the number has an account that nobody proved yet: keep what is in it, or start empty? */
  readonly question: ReactNode;
}

/**
 * Signs in, for the sign-in screen and the tutorial. Where the server cannot know whether the account's
 * data is to be kept, `onStart` receives the answer to the question, for another try.
 */
export function useSignIn(onStart: (start: 'keep' | 'empty') => void): SignInFlow {
  const actions = useActions();
  const waiting = useWait('giveUp');
  const [isAsking, setIsAsking] = useState(false);

  return {
    waiting,
    async signIn({ phone, ...rest }) {
      const credentials = { phone: phone.trim(), ...rest };
      const answer = await waiting.wait((signal) => actions.signIn(credentials, signal));
      if (answer === null || answer.ok) return answer && { failure: null };
      const isUnclear = answer.error.kind === 'refused' && answer.error.code === 'start_unclear';
      if (isUnclear) setIsAsking(true);
      return isUnclear ? null : { failure: answer.error };
    },
    question: (
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={login.startTitle}
        body={login.startText}
        confirmLabel={login.startKeep}
        onConfirm={() => onStart('keep')}
        alternative={{ label: login.startEmpty, onConfirm: () => onStart('empty') }}
      />
    ),
  };
}
