import { ok } from '@foray/domain';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { listMessages } from '../../../messages/list-messages.ts';
import { useActions } from '../../../replica/index.ts';
import { CodeField } from '../../../sign-in/code-field.tsx';
import { unsupportedNumberText } from '../../../sign-in/unsupported-number.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { toast } from '../../../ui/layers/toast.ts';
import { FreshProofField, useFreshCode } from './fresh-code.tsx';
import type { FreshCodeFailure } from './fresh-code.tsx';

const { login, number: strings } = lazyMessages;
const formId = 'change-number';

/**
 * Changes the account's number. If the server sends codes, one goes to the present number, which a recovery
 * code can replace, and one to the new number. Closing the dialog aborts the call, and a toast says that the
 * server may have changed the number all the same.
 */
export function NumberDialog({
  phone,
  open,
  onClose,
  onOthersEnded,
}: {
  readonly phone: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The other sessions of the account have ended. */
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

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting.isWaiting) void confirm();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="small"
      title={strings.change}
      description={<p>{strings.text}</p>}
      footer={
        <>
          <Button onClick={close}>{listMessages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={waiting.isWaiting}>
            {fresh.proof.isWanted ? strings.change : strings.goOn}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={strings.next}
          name="phone"
          type="tel"
          ref={numberField}
          autoComplete="tel"
          placeholder={login.phonePlaceholder}
          value={typed}
          error={fresh.proof.isWanted ? null : problem}
          readOnly={fresh.proof.isWanted}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
        {fresh.proof.isWanted && (
          <>
            <CodeField
              label={strings.nextCode(next)}
              value={nextCode}
              error={null}
              onChange={setNextCode}
            />
            <FreshProofField
              fresh={fresh}
              label={strings.ownCode(phone)}
              useSent={strings.useSent(phone)}
              takesFocus={false}
            />
            {problem !== null && (
              <p role="alert" className="text-danger-ink">
                {problem}
              </p>
            )}
          </>
        )}
        <Checkbox checked={endsOthers} onChange={setEndsOthers}>
          {lazyMessages.devices.endOthers}
        </Checkbox>
        <LongWait isWaiting={waiting.isWaiting} />
      </form>
    </Dialog>
  );
}

function problemOf(failure: FreshCodeFailure): string {
  const { code } = failure;
  const unsupported = unsupportedNumberText(failure);
  if (unsupported !== null) return unsupported;
  if (code === 'number_taken') return strings.taken;
  if (code === 'invalid') return strings.invalid;
  return code === 'rate_limited' ? login.rateLimited : strings.failed;
}
