import { codeDigits, longCodeDigits, testCode } from '@foray/domain';
import { useEffect, useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import { useSignIn } from '../../sign-in/use-sign-in.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { toast } from '../../ui/layers/toast.ts';
import { StepForm } from './step-form.tsx';

const { login, onboarding } = lazyMessages;
const problems = {
  code: { title: onboarding.invalidCode, text: onboarding.invalidCodeText },
  login: { title: onboarding.loginFailed, text: onboarding.loginFailedText },
  suspended: { title: onboarding.loginFailed, text: login.suspended },
};
const problemOfCode: Readonly<Record<string, keyof typeof problems>> = {
  invalid_code: 'code',
  forbidden: 'suspended',
};

/**
 * The field for the six digits, which signs in with them. If the server runs without codes, the fixed test
 * code is shown as a hint and any other is rejected here; otherwise the server decides (ONB-09, ONB-13).
 */
export function CodeStep({
  formId,
  phone,
  onBusyChange,
  onDone,
}: {
  readonly formId: string;
  readonly phone: string;
  readonly onBusyChange: (isBusy: boolean) => void;
  readonly onDone: () => void;
}) {
  const actions = useActions();
  const [takesTestCode, setTakesTestCode] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void actions.authMode().then((mode) => {
      if (isCurrent) setTakesTestCode(mode === 'open');
    });
    return () => {
      isCurrent = false;
    };
  }, [actions]);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<keyof typeof problems | null>(null);
  const { waiting, signIn, question } = useSignIn((start) => void verify(start));

  async function verify(start?: 'keep' | 'empty'): Promise<void> {
    setProblem(null);
    const isWhole = [codeDigits, longCodeDigits].includes(code.length);
    if (!isWhole || (takesTestCode && code !== testCode)) {
      return setProblem('code');
    }
    onBusyChange(true);
    const outcome = await signIn({
      phone,
      name: onboarding.placeholderName,
      code,
      ...(start !== undefined && { start }),
    });
    onBusyChange(false);
    if (outcome === null) return;
    const { failure } = outcome;
    if (failure === null) {
      toast({ title: onboarding.loggedIn, description: onboarding.loggedInText });
      onDone();
    } else {
      setProblem((failure.kind === 'refused' && problemOfCode[failure.code]) || 'login');
    }
  }

  return (
    <StepForm
      id={formId}
      problem={problem && problems[problem]}
      waiting={waiting}
      onSubmit={() => void verify()}
    >
      <TextField
        label={onboarding.codeLabel}
        hint={takesTestCode ? onboarding.codeHint : undefined}
        name="code"
        data-autofocus=""
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={takesTestCode ? codeDigits : longCodeDigits}
        isInvalid={problem === 'code'}
        value={code}
        onChange={(event) => {
          setProblem(null);
          setCode(event.target.value.replace(/\D/g, ''));
        }}
        className="text-center text-title! font-strong tracking-[0.4em]"
      />
      {question}
    </StepForm>
  );
}
