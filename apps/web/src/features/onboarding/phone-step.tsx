import { minPhoneChars } from '@foray/domain';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { messages } from '../../messages/messages.ts';
import { useActions } from '../../replica/index.ts';
import { TextField } from '../../ui/field.tsx';
import { LongWait, useWait } from '../../ui/long-wait.tsx';
import { toast } from '../../ui/toast.ts';
import { StepAlert } from './step-alert.tsx';

const { onboarding, login } = messages;

/** Asks for the phone number and has a code sent to it (ONB-12, ONB-14, ONB-15). */
export function PhoneStep({
  formId,
  phone,
  onPhoneChange,
  onBusyChange,
  onDone,
}: {
  readonly formId: string;
  readonly phone: string;
  readonly onPhoneChange: (phone: string) => void;
  readonly onBusyChange: (isBusy: boolean) => void;
  readonly onDone: () => void;
}) {
  const actions = useActions();
  const [problem, setProblem] = useState<'phone' | 'login' | null>(null);
  const waiting = useWait('giveUp');

  async function send(): Promise<void> {
    setProblem(null);
    if (phone.trim().length < minPhoneChars) return setProblem('phone');
    onBusyChange(true);
    const sent = await waiting.wait((signal) => actions.requestCode(phone.trim(), signal));
    onBusyChange(false);
    if (sent === null) return;
    if (sent.ok) {
      toast({ title: onboarding.codeSent, description: onboarding.codeSentText });
      onDone();
    } else {
      const isPhone = sent.error.kind === 'refused' && sent.error.fields['phone'] !== undefined;
      setProblem(isPhone ? 'phone' : 'login');
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  return (
    <form id={formId} onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      <TextField
        label={onboarding.phoneLabel}
        type="tel"
        name="phone"
        autoComplete="tel"
        placeholder={login.phonePlaceholder}
        aria-invalid={problem === 'phone' || undefined}
        value={phone}
        onChange={(event) => {
          setProblem(null);
          onPhoneChange(event.target.value);
        }}
      />
      {problem === 'phone' && (
        <StepAlert title={onboarding.invalidPhone} text={onboarding.invalidPhoneText} />
      )}
      {problem === 'login' && (
        <StepAlert title={onboarding.loginFailed} text={onboarding.loginFailedText} />
      )}
      <LongWait {...waiting} />
    </form>
  );
}
