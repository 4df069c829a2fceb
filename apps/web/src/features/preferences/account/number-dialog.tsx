import type { FormEvent } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { CodeField } from '../../../sign-in/code-field.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { LongWait } from '../../../ui/display/long-wait.tsx';
import { FreshProofField } from './fresh-code.tsx';
import { useNumberChange } from './number-change.ts';

const { login, number: strings } = lazyMessages;
const formId = 'change-number';

/** The dialog that changes the account's number. */
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
  const change = useNumberChange({ onClose, onOthersEnded });
  const { typed, next, nextCode, endsOthers, problem, fresh, waiting, numberField, close } = change;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting.isWaiting) void change.confirm();
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
          <Button onClick={close}>{lazyMessages.cancel}</Button>
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
          onChange={(event) => change.setTyped(event.target.value)}
        />
        {fresh.proof.isWanted && (
          <>
            <CodeField
              label={strings.nextCode(next)}
              value={nextCode}
              error={null}
              onChange={change.setNextCode}
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
        <Checkbox checked={endsOthers} onChange={change.setEndsOthers}>
          {lazyMessages.devices.endOthers}
        </Checkbox>
        <LongWait isWaiting={waiting.isWaiting} />
      </form>
    </Dialog>
  );
}
