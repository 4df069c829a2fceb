import { minPhoneChars } from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import type { SignInFailure } from '../../replica/index.ts';
import { unsupportedNumberText } from '../../sign-in/unsupported-number.ts';
import { TextField } from '../../ui/controls/field.tsx';
import { useWait } from '../../ui/display/long-wait.tsx';
import { toast } from '../../ui/layers/toast.ts';
import { StepForm } from './step-form.tsx';

const { onboarding, login } = lazyMessages;
const problems = {
  phone: { title: onboarding.invalidPhone, text: onboarding.invalidPhoneText },
  login: { title: onboarding.loginFailed, text: onboarding.loginFailedText },
};
type Problem = (typeof problems)[keyof typeof problems];

/** The field of the phone number, to which a code is sent (ONB-12, ONB-14, ONB-15). */
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
  const [problem, setProblem] = useState<Problem | null>(null);
  const waiting = useWait('giveUp');

  async function send(): Promise<void> {
    setProblem(null);
    if (phone.trim().length < minPhoneChars) return setProblem(problems.phone);
    onBusyChange(true);
    const sent = await waiting.wait((signal) =>
      actions.requestCode(phone.trim(), 'sign_in', signal),
    );
    onBusyChange(false);
    if (sent === null) return;
    if (sent.ok) {
      toast({ title: onboarding.codeSent, description: onboarding.codeSentText });
      onDone();
    } else {
      setProblem(problemOf(sent.error));
    }
  }

  return (
    <StepForm id={formId} problem={problem} waiting={waiting} onSubmit={() => void send()}>
      <TextField
        label={onboarding.phoneLabel}
        type="tel"
        name="phone"
        autoComplete="tel"
        placeholder={login.phonePlaceholder}
        isInvalid={problem !== null && problem !== problems.login}
        value={phone}
        onChange={(event) => {
          setProblem(null);
          onPhoneChange(event.target.value);
        }}
      />
    </StepForm>
  );
}

function problemOf(failure: SignInFailure): Problem {
  if (failure.kind !== 'refused') return problems.login;
  const unsupported = unsupportedNumberText(failure);
  if (unsupported !== null) return { ...problems.phone, text: unsupported };
  return failure.fields['phone'] === undefined ? problems.login : problems.phone;
}
