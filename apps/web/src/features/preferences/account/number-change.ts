import { ok } from '@foray/domain';
import { useRef, useState } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions } from '../../../replica/index.ts';
import { unsupportedNumberText } from '../../../sign-in/unsupported-number.ts';
import { useWait } from '../../../ui/display/long-wait.tsx';
import { toast } from '../../../ui/layers/toast.ts';
import { useFreshCode } from './fresh-code.tsx';
import type { FreshCodeFailure } from './fresh-code.tsx';

const { login, number: strings } = lazyMessages;

function problemOf(failure: FreshCodeFailure): string {
  const { code } = failure;
  const unsupported = unsupportedNumberText(failure);
  if (unsupported !== null) return unsupported;
  if (code === 'number_taken') return strings.taken;
  if (code === 'invalid') return strings.invalid;
  return code === 'rate_limited' ? login.rateLimited : strings.failed;
}

/**
 * A change of the account's number. If the server sends codes, one goes to the current number, which a
 * recovery code can replace, and one to the new number. `close` aborts the call, and a toast says that the
 * server may have changed the number all the same.
 */
export function useNumberChange({
  onClose,
  onOthersEnded,
}: {
  readonly onClose: () => void;
  readonly onOthersEnded: () => void;
}) {
  const actions = useActions();
  const waiting = useWait('goOn');
  const [typed, setTyped] = useState('');
  const [nextCode, setNextCode] = useState('');
  const [endsOthers, setEndsOthers] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const numberField = useRef<HTMLInputElement>(null);
  const next = typed.trim();
  const fresh = useFreshCode('change_number', {
    wrong: strings.wrongCodes,
    beside: (signal) => actions.requestCode(next, 'new_number', signal),
  });

  const forgetCodes = () => {
    fresh.reset();
    setNextCode('');
  };
  const close = () => {
    waiting.giveUp();
    setTyped('');
    forgetCodes();
    setEndsOthers(true);
    setProblem(null);
    onClose();
  };

  async function confirm(): Promise<void> {
    if (next === '') return setProblem(login.phoneRequired);
    setProblem(null);
    let number = next;
    const changed = await waiting.wait((signal) =>
      fresh.run(async (proof) => {
        const codes = fresh.proof.isWanted ? { ...proof, new_code: nextCode } : {};
        const change = { phone: next, ...codes, end_other_sessions: endsOthers };
        const answer = await actions.changeNumber(change, signal);
        if (!answer.ok) return answer;
        number = answer.value.phone;
        return ok(undefined);
      }, signal),
    );
    if (changed === null) return toast({ title: strings.cancelled, description: strings.unsure });
    if (changed.ok) {
      if (changed.value === 'asked') return;
      close();
      if (endsOthers) onOthersEnded();
      const text = endsOthers ? strings.changedAndEnded : strings.changedText;
      return toast({ title: strings.changed, description: text(number) });
    }
    const { code } = changed.error;
    setProblem(problemOf(changed.error));
    // Another attempt needs another number, and other codes.
    if (code === 'number_taken' || code === 'invalid') {
      forgetCodes();
      numberField.current?.focus();
    }
  }

  return {
    typed,
    /** The new number. */
    next,
    nextCode,
    endsOthers,
    problem,
    fresh,
    waiting,
    numberField,
    setTyped(text: string) {
      setTyped(text);
      setProblem(null);
    },
    setNextCode,
    setEndsOthers,
    confirm,
    close,
  };
}
