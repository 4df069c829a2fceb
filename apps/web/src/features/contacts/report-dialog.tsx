import { maxReportChars, reportReasons, textLength } from '@foray/domain';
import type { ReportReason } from '@foray/domain';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { Select, TextArea } from '../../ui/controls/field.tsx';
import { LongWait, useWait } from '../../ui/display/long-wait.tsx';
import { toast } from '../../ui/layers/toast.ts';
import { notifyFailure } from './notify-failure.ts';

const { contact: contactStrings, reporting: strings } = lazyMessages;
const formId = 'report-contact';
const reasons = reportReasons.map((value) => ({ value, label: strings.reasons[value] }));

/**
 * Reports a contact or a blocked person to the operator of the server, and blocks a contact by the same
 * request if the reporter wants that.
 */
export function ReportDialog({
  person,
  isBlocked,
  onClose,
  onBlocked,
}: {
  readonly person: { readonly id: number; readonly name: string };
  /** The person is already blocked. */
  readonly isBlocked: boolean;
  readonly onClose: () => void;
  readonly onBlocked: () => void;
}) {
  const actions = useActions();
  const waiting = useWait('goOn');
  const [reason, setReason] = useState<ReportReason>('spam');
  const [text, setText] = useState('');
  const [block, setBlock] = useState(!isBlocked);
  const isLong = textLength(text) > maxReportChars;
  const close = () => {
    waiting.giveUp();
    onClose();
  };

  async function send(): Promise<void> {
    const report = { reason, text, block };
    const sent = await waiting.wait((signal) => actions.reportContact(person.id, report, signal));
    if (!sent?.ok) return notifyFailure(sent?.error ?? null, person.name, strings.tooMany);
    onClose();
    toast({ title: strings.sent, description: strings.sentText });
    if (block) onBlocked();
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting.isWaiting && !isLong) void send();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={strings.title(person.name)}
      description={strings.text}
      footer={
        <>
          <Button onClick={close}>{lazyMessages.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={waiting.isWaiting}
            disabled={isLong}
          >
            {strings.send}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4">
        <Select
          label={strings.reason}
          options={reasons}
          value={reason}
          data-autofocus=""
          onChange={(event) => setReason(event.target.value as ReportReason)}
        />
        <TextArea
          label={strings.details}
          hint={strings.detailsHint}
          error={isLong ? strings.tooLong : null}
          counter={{ showAbove: maxReportChars - 100, max: maxReportChars }}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {!isBlocked && (
          <Checkbox checked={block} onChange={setBlock}>
            {strings.andBlock(person.name)}
          </Checkbox>
        )}
        {block && <p className="text-meta text-ink-3">{contactStrings.stays(person.name)}</p>}
        <LongWait isWaiting={waiting.isWaiting} />
      </form>
    </Dialog>
  );
}
