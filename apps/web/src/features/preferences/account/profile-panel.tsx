import { maxNameChars, validateName } from '@foray/domain';
import type { Person } from '@foray/domain';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../../replica/index.ts';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { NumberDialog } from './number-dialog.tsx';
import { LongWait, useWait } from '../../../ui/display/long-wait.tsx';
import { toast } from '../../../ui/layers/toast.ts';

const { onboarding } = lazyMessages;
const { profile, number } = lazyMessages;

/**
 * The typed name of a user whose stored name is `own`. After a rename elsewhere an untouched field follows;
 * for a touched one `replaced` is the new name, until the typed one is saved.
 */
function useEditedName(own: string) {
  const [name, setName] = useState(own);
  const [startedFrom, setStartedFrom] = useState(own);
  const [isTouched, setIsTouched] = useState(false);
  const checked = validateName(name);
  const isSame = checked.ok && checked.value === own;
  if (own !== startedFrom && (!isTouched || isSame)) {
    setStartedFrom(own);
    if (!isTouched) setName(own);
  }
  const set = (next: string, byHand: boolean) => {
    setName(next);
    setIsTouched(byHand);
  };
  return {
    name,
    type: (typed: string) => set(typed, true),
    setName: (saved: string) => set(saved, false),
    replaced: own === startedFrom ? null : own,
  };
}

/**
 * The user's name, which others see; a user who signed in from the tutorial is invited to replace its
 * placeholder (product.md, "Signing in").
 */
export function ProfilePanel({
  user,
  onOthersEnded,
}: {
  readonly user: Person;
  /** The other sessions of the account have ended. */
  readonly onOthersEnded: () => void;
}) {
  const actions = useActions();
  const { online } = useSync();
  const isPlaceholder = user.name === onboarding.placeholderName;
  const own = isPlaceholder ? '' : user.name;
  const { name, setName, type, replaced } = useEditedName(own);
  const waiting = useWait('goOn');
  const [isChangingNumber, setIsChangingNumber] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hint = useId();
  const checked = validateName(name);
  const isChanged = checked.ok && checked.value !== user.name;

  async function save(): Promise<void> {
    if (!checked.ok)
      return setProblem(checked.error === 'reserved' ? profile.reserved : profile.required);
    setProblem(null);
    const saved = await waiting.wait((signal) => actions.rename(checked.value, signal));
    if (saved === null) return;
    if (!saved.ok) return setProblem(profile.failed);
    setName(saved.value.name);
    toast({ title: profile.saved });
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!waiting.isWaiting && isChanged) void save();
  };

  return (
    <Panel title={profile.title}>
      {isPlaceholder && (
        <div id={hint} className="mb-4 rounded-medium bg-accent-soft px-3 py-2 text-accent-ink">
          <p className="font-strong">{profile.invite}</p>
          <p>{profile.inviteText}</p>
        </div>
      )}
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Avatar name={user.name} size={40} />
        <div className="min-w-0 flex-[1_1_10rem]">
          <p dir="auto" className="font-strong break-words">
            {user.name}
          </p>
          <p className="text-ink-3">{user.phone}</p>
        </div>
        <Button disabled={!online} onClick={() => setIsChangingNumber(true)}>
          {number.change}
        </Button>
      </div>
      <form onSubmit={onSubmit} className="flex flex-wrap items-start gap-2 *:last:basis-full">
        <div className="min-w-40 flex-1">
          <TextField
            label={profile.name}
            name="name"
            autoComplete="name"
            maxLength={maxNameChars}
            value={name}
            error={problem ?? (replaced === null ? null : profile.changedElsewhere(replaced))}
            hint={online ? undefined : profile.offline}
            onChange={(event) => {
              type(event.target.value);
              setProblem(null);
            }}
          />
        </div>
        <Button
          type="submit"
          className="mt-6"
          disabled={!waiting.isWaiting && (!isChanged || !online)}
          busy={waiting.isWaiting}
          busyLabel={profile.saving}
        >
          {profile.save}
        </Button>
        <LongWait {...waiting} />
      </form>
      <NumberDialog
        phone={user.phone}
        open={isChangingNumber}
        onClose={() => setIsChangingNumber(false)}
        onOthersEnded={onOthersEnded}
      />
    </Panel>
  );
}
