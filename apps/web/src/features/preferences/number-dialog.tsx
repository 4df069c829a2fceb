import type { Person, Result } from '@foray/domain';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { laterMessages } from '../../messages/later-messages.ts';
import { moreMessages } from '../../messages/more-messages.ts';
import { useActions } from '../../replica/index.ts';
import { CodeField, RecoveryCodeField } from '../../sign-in/code-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { LongWait, useWait } from '../../ui/long-wait.tsx';
import { toast } from '../../ui/toast.ts';

const { login, number: strings } = laterMessages;
const formId = 'change-number';

/** The codes of both numbers, once the server has asked for them. */
interface Codes {
  readonly own: string;
  /** What `own` is: a recovery code, in place of the one that was sent. */
  readonly isRecovery: boolean;
  readonly next: string;
}

/** The person with the new number; null where codes were asked for. */
type Changed = Result<Person | null, { readonly code: string }>;

const noCodes: Codes = { own: '', isRecovery: false, next: '' };

/**
 * Gives the account another number: where the server sends codes, one goes to the present number, for which a recovery
 * code stands in, and one to the new one. Closing it gives the call up, and a toast says that the server may have done it all the same.
 */
export function NumberDialog({
  phone,
  open,
  onClose,
}: {
  readonly phone: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const actions = useActions();
  const waiting = useWait('goOn');
  const [typed, setTyped] = useState('');
  const [codes, setCodes] = useState<Codes | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const numberField = useRef<HTMLInputElement>(null);

  const close = () => {
    waiting.giveUp();
    setTyped('');
    setCodes(null);
    setProblem(null);
    onClose();
  };

  async function confirm(): Promise<void> {
    const next = typed.trim();
    if (next === '') return setProblem(login.phoneRequired);
    setProblem(null);
    const body = { phone: next, ...(codes && proofsOf(codes)) };
    const changed = await waiting.wait(async (signal): Promise<Changed> => {
      const answer = await actions.changeNumber(body, signal);
      const isAsked = !answer.ok && answer.error.code === 'invalid_code' && codes === null;
      if (!isAsked) return answer;
      for (const [to, purpose] of [
        [phone, 'change_number'],
        [next, 'new_number'],
      ] as const) {
        const sent = await actions.requestCode(to, purpose, signal);
        if (sent.ok) continue;
        const { error } = sent;
        return { ok: false, error: { code: error.kind === 'refused' ? error.code : 'no_answer' } };
      }
      setCodes(noCodes);
      return { ok: true, value: null };
    });
    if (changed === null) return toast({ title: strings.cancelled, description: strings.unsure });
    if (!changed.ok) {
      const { code } = changed.error;
      setProblem(problemOf(code));
      // It takes another number, and other codes.
      if (code === 'number_taken' || code === 'invalid') {
        setCodes(null);
        numberField.current?.focus();
      }
      return;
    }
    if (changed.value === null) return;
    close();
    toast({ title: strings.changed, description: strings.changedText(changed.value.phone) });
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting.isWaiting) void confirm();
  };
  const type = (part: Partial<Codes>) => {
    setCodes({ ...(codes ?? noCodes), ...part });
    setProblem(null);
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
          <Button onClick={close}>{moreMessages.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={waiting.isWaiting}>
            {codes === null ? strings.goOn : strings.change}
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
          error={codes === null ? problem : null}
          readOnly={codes !== null}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
        {codes !== null && (
          <>
            <CodeField
              label={strings.nextCode(typed.trim())}
              value={codes.next}
              error={null}
              onChange={(code) => type({ next: code })}
            />
            <div className="flex flex-col items-start gap-1">
              <div className="w-full">
                {codes.isRecovery ? (
                  <RecoveryCodeField
                    value={codes.own}
                    error={problem}
                    onChange={(own) => type({ own })}
                  />
                ) : (
                  <CodeField
                    label={strings.ownCode(phone)}
                    value={codes.own}
                    error={problem}
                    takesFocus={false}
                    onChange={(own) => type({ own })}
                  />
                )}
              </div>
              <Button
                variant="quiet"
                size="small"
                className="-ms-2.5"
                onClick={() => type({ own: '', isRecovery: !codes.isRecovery })}
              >
                {codes.isRecovery ? strings.useSent(phone) : login.useRecovery}
              </Button>
            </div>
          </>
        )}
        <LongWait isWaiting={waiting.isWaiting} />
      </form>
    </Dialog>
  );
}

function proofsOf({ own, isRecovery, next }: Codes) {
  return { ...(isRecovery ? { recovery_code: own } : { code: own }), new_code: next };
}

function problemOf(code: string): string {
  if (code === 'number_taken') return strings.taken;
  if (code === 'invalid_code') return strings.wrongCodes;
  if (code === 'invalid') return strings.invalid;
  return code === 'rate_limited' ? login.rateLimited : strings.failed;
}
