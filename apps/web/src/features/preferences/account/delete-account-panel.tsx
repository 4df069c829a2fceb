import { useState } from 'react';
import type { FormEvent } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { useNavigateAfter } from '../../../ui/interaction/use-navigate-after.ts';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { toast } from '../../../ui/layers/toast.ts';
import { FreshProofField, useFreshCode } from './fresh-code.tsx';

const { deleteAccount: strings } = lazyMessages;
const formId = 'delete-account';

/**
 * Deletes the account after a word is typed in a dialog that lists the consequences. Closing the dialog
 * cancels the call, and a toast says that the server may have deleted the account all the same.
 */
export function DeleteAccountPanel() {
  const actions = useActions();
  const startNavigation = useNavigateAfter();
  const waiting = useWait('goOn');
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const fresh = useFreshCode('delete_account');
  const isConfirmed = typed.trim().toLowerCase() === strings.word;

  const open = (next: boolean) => {
    waiting.giveUp();
    setIsOpen(next);
    setTyped('');
    setProblem(null);
    fresh.reset();
  };

  async function confirm(): Promise<void> {
    setProblem(null);
    const navigateTo = startNavigation();
    const deleted = await waiting.wait((signal) =>
      fresh.run((proof) => actions.deleteAccount(signal, proof), signal),
    );
    if (deleted === null) {
      return toast({ title: strings.cancelled, description: strings.cancelledText });
    }
    if (!deleted.ok) return setProblem(strings.failed);
    if (deleted.value === 'asked') return;
    navigateTo('/');
    toast({ title: strings.deleted });
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !waiting.isWaiting) void confirm();
  };

  return (
    <Panel title={strings.title} description={strings.text}>
      <Button variant="dangerSoft" onClick={() => open(true)}>
        {strings.open}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={open}
        role="alertdialog"
        title={strings.question}
        footer={
          <>
            <Button onClick={() => open(false)}>{lazyMessages.cancel}</Button>
            <Button
              type="submit"
              form={formId}
              variant="danger"
              disabled={!isConfirmed}
              busy={waiting.isWaiting}
              busyLabel={strings.deleting}
            >
              {strings.confirm}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4">
          <ul className="ms-4 flex list-disc flex-col gap-1.5 text-ink-2">
            {strings.consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
          <p className="text-ink-3">{strings.saveFirst}</p>
          <TextField
            label={strings.type(strings.word)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            error={problem}
            onChange={(event) => setTyped(event.target.value)}
          />
          <FreshProofField fresh={fresh} />
          <LongWait isWaiting={waiting.isWaiting} />
        </form>
      </Dialog>
    </Panel>
  );
}
