import { maxNameChars } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { ProofField } from '../../sign-in/code-field.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { LongWait } from '../../ui/display/long-wait.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { useLoginAttempt } from './login-attempt.ts';

const { login } = lazyMessages;

/**
 * The form of the sign-in screen. If the server requires a code, it rejects phone and name alone; then the
 * field for the code appears, or that for a recovery code in its place. Typed text stays after every
 * failure.
 */
export function LoginForm() {
  const { typed, form, refusal, isBusy, waiting, question, ...on } = useLoginAttempt();
  const { phone, name, proof } = typed;
  return (
    <>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          on.attempt();
        }}
        noValidate
        className="flex flex-col gap-4"
      >
        <TextField
          label={login.phone}
          type="tel"
          name="phone"
          autoComplete="tel"
          placeholder={login.phonePlaceholder}
          required
          value={phone}
          error={refusal?.field === 'phone' ? refusal.text : null}
          onChange={(event) => on.setPhone(event.target.value)}
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
          onChange={(event) => on.setName(event.target.value)}
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
              onClick={() => void on.resendCode()}
            >
              {login.sendAgain}
            </Button>
          }
          onStep={on.setProof}
        />
        {refusal && refusal.field === null && (
          <p
            role="alert"
            className="flex items-center gap-2 rounded-medium bg-danger-soft px-3 py-2 text-danger-ink"
          >
            <Icon icon={listIcons.warning} size={16} />
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
      {question}
    </>
  );
}
