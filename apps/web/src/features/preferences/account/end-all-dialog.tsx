import type { FormEvent } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { toast, toastError } from '../../../ui/layers/toast.ts';
import { FreshProofField, useFreshCode } from './fresh-code.tsx';

const { devices: strings } = lazyMessages;
const formId = 'log-out-everywhere';

/**
 * Asks before all sessions are ended, and for a code if the server requires one. Closing the dialog aborts
 * the call; `unsent` is the number of changes that the server does not have.
 */
export function EndAllDialog({
  open,
  unsent,
  onClose,
}: {
  readonly open: boolean;
  readonly unsent: number;
  readonly onClose: () => void;
}) {
  const actions = useActions();
  const waiting = useWait('goOn');
  const fresh = useFreshCode('end_sessions');
  const close = () => {
    waiting.giveUp();
    fresh.reset();
    onClose();
  };

  async function confirm(): Promise<void> {
    const ended = await waiting.wait((signal) =>
      fresh.run((proof) => actions.endAllSessions(signal, proof), signal),
    );
    if (ended === null) {
      return toast({ title: strings.cancelled, description: strings.endAllCancelled });
    }
    if (ended.ok && ended.value === 'asked') return;
    close();
    if (!ended.ok) toastError(strings.failed);
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting.isWaiting) void confirm();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      role="alertdialog"
      size="small"
      title={strings.endAllTitle}
      description={
        <>
          <p>{strings.endAllText}</p>
          {unsent > 0 && <p className="mt-2 font-strong">{strings.endAllUnsent(unsent)}</p>}
        </>
      }
      footer={
        <>
          <Button onClick={close} data-autofocus="">
            {lazyMessages.cancel}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={waiting.isWaiting}>
            {strings.endAll}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4">
        <FreshProofField fresh={fresh} />
        <LongWait isWaiting={waiting.isWaiting} />
      </form>
    </Dialog>
  );
}
