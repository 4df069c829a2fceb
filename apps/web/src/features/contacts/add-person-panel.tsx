import { isPhoneEntry, phoneDigits } from '@foray/domain';
import { useRef, useState } from 'react';
import { shareLink } from '../../adapters/browser/share-link.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Panel } from '../../ui/display/panel.tsx';
import { LongWait, useWait } from '../../ui/display/long-wait.tsx';
import { toast, toastError } from '../../ui/layers/toast.ts';

const { contacts: strings } = lazyMessages;

/**
 * Adds a person by number, and shares the address of the app with people who are not there yet. The message
 * is the same whether the number has an account or not.
 */
export function AddPersonPanel() {
  const actions = useActions();
  const waiting = useWait('goOn');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const refuse = (reason: string) => {
    setError(reason);
    form.current?.querySelector('input')?.focus();
  };

  const add = async () => {
    if (waiting.isWaiting) return;
    const digits = phoneDigits(number);
    if (!isPhoneEntry(number) || digits === '') return refuse(strings.numberInvalid);
    setError(null);
    const answer = await waiting.wait((signal) => actions.importContacts([digits], signal));
    if (answer === null) return;
    if (!answer.ok) return toastError(strings.importFailedText, strings.notAdded);
    if (answer.value.invalid.length > 0) return refuse(strings.numberInvalid);
    if (answer.value.beyond.length > 0) return refuse(strings.listFull);
    setNumber('');
    toast({ title: strings.added, description: strings.addedText });
  };

  const invite = async () => {
    const outcome = await shareLink(strings.inviteTitle, location.origin);
    if (outcome === 'copied') toast({ title: strings.inviteCopied });
    if (outcome === 'failed') toastError(strings.inviteFailedText(location.origin));
  };

  return (
    <Panel title={strings.addTitle} description={strings.addText}>
      <form
        ref={form}
        noValidate
        className="flex flex-wrap items-end gap-2 *:first:flex-1 *:first:basis-44"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextField
          label={strings.number}
          type="tel"
          autoComplete="off"
          placeholder={strings.numberPlaceholder}
          value={number}
          error={error}
          onChange={(event) => {
            setNumber(event.target.value);
            setError(null);
          }}
        />
        <Button type="submit" variant="primary" busy={waiting.isWaiting} busyLabel={strings.adding}>
          {strings.add}
        </Button>
      </form>
      <LongWait {...waiting} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-meta text-ink-3">{strings.inviteText}</p>
        <Button size="small" onClick={() => void invite()}>
          {strings.invite}
        </Button>
      </div>
    </Panel>
  );
}
