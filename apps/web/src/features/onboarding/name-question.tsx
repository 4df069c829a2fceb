import { maxNameChars, validateName } from '@foray/domain';
import { useId, useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions } from '../../replica/index.ts';
import { Drawing } from '../../ui/icons/drawing.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { LongWait, useWait } from '../../ui/display/long-wait.tsx';
import { unsavedProps } from '../../ui/interaction/unsaved-text.ts';
import { useDelay } from '../../ui/interaction/use-delay.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { toast } from '../../ui/layers/toast.ts';

const { onboarding, profile } = lazyMessages;

/** The time after which the question ends if nothing is typed. */
const questionMs = 8_000;

/**
 * Celebrates, and asks for the person's name until it is answered or closed. Without any answer it ends by itself, and
 * Preferences asks again.
 */
export function NameQuestion({
  isSending = false,
  onDone,
}: {
  readonly isSending?: boolean | undefined;
  readonly onDone: () => void;
}) {
  const formId = useId();
  const { rename } = useActions();
  const waiting = useWait('goOn');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useDelay(onDone, name === '' ? questionMs : null);
  const save = async () => {
    const checked = validateName(name);
    if (!checked.ok)
      return setProblem(checked.error === 'reserved' ? profile.reserved : profile.required);
    const saved = await waiting.wait((signal) => rename(checked.value, signal));
    if (saved === null) return;
    if (!saved.ok) return setProblem(profile.failed);
    toast({ title: profile.saved });
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={onboarding.celebration}
      description={isSending ? onboarding.celebrationSending : onboarding.celebrationText}
      size="small"
      footer={
        <>
          <Button onClick={onDone}>{onboarding.nameLater}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={waiting.isWaiting}
            busyLabel={profile.saving}
          >
            {profile.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        data-celebration=""
        noValidate
        {...unsavedProps(name !== '')}
        onSubmit={(event) => {
          event.preventDefault();
          if (!waiting.isWaiting) void save();
        }}
        className="flex flex-col items-center gap-4"
      >
        <Drawing>{moreDrawings.summit}</Drawing>
        <div className="w-full">
          <TextField
            label={onboarding.nameQuestion}
            hint={onboarding.nameHint}
            name="name"
            autoComplete="name"
            maxLength={maxNameChars}
            value={name}
            error={problem}
            onChange={(event) => {
              setProblem(null);
              setName(event.target.value);
            }}
          />
        </div>
        <LongWait {...waiting} />
      </form>
    </Dialog>
  );
}
