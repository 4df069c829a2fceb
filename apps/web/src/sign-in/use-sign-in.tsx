import { useState } from 'react';
import { nextTask } from '../adapters/browser-page.ts';
import { lazyMessages } from '../messages/lazy-messages.ts';
import { useActions } from '../replica/index.ts';
import type { SignIn } from '../replica/index.ts';
import { ConfirmDialog } from '../ui/layers/confirm-dialog.tsx';
import { useWait } from '../ui/display/long-wait.tsx';

const { login } = lazyMessages;

/**
 * Signs in, for the sign-in screen and the tutorial. `signIn` returns null if it was cancelled or the
 * `question` is open: the number has an account that was never verified, and the server cannot know whether
 * to keep its data or start empty. `onStart` receives the answer, for another attempt.
 */
export function useSignIn(onStart: (start: 'keep' | 'empty') => void) {
  const actions = useActions();
  const waiting = useWait('giveUp');
  const [isAsking, setIsAsking] = useState(false);

  return {
    waiting,
    async signIn({ phone, ...rest }: Parameters<SignIn>[0]) {
      const credentials = { phone: phone.trim(), ...rest };
      const answer = await waiting.wait((signal) => actions.signIn(credentials, signal));
      // The account is rendered in a task of its own, before the screen that follows.
      if (answer?.ok) await nextTask();
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
