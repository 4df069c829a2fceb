import type { Conflict, Keep } from '@foray/sync';
import { useEffect, useState } from 'react';
import { messages } from '../../messages/messages.ts';
import { useActions, useConflicts, useIsResolvingConflicts } from '../../replica/index.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { clearToast, toast } from '../../ui/toast.ts';
import { ConflictChoice } from './conflict-choice.tsx';

const { conflicts: words } = messages;

/** A choice is about what was shown: a version that comes in later asks again. */
function keyOf({ uuid, rev }: Conflict): string {
  return `${uuid} ${rev}`;
}

/**
 * What was changed both here and on the server, for the person to decide (section 2, Sync conflict
 * dialog). Cancel decides nothing and lets the rest sync on.
 */
export function ConflictDialog() {
  const actions = useActions();
  const open = useIsResolvingConflicts();
  const conflicts = useConflicts();
  const [choices, setChoices] = useState<ReadonlyMap<string, Keep>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const isShown = open && conflicts.length > 0;
  // It comes by itself, and whatever a toast still says would lie over what is to be read now.
  useEffect(() => {
    if (isShown) clearToast();
  }, [isShown]);
  const left = conflicts.filter((conflict) => !choices.has(keyOf(conflict))).length;

  const choose = (chosen: readonly Conflict[], keep: Keep) =>
    setChoices(new Map([...choices, ...chosen.map((one) => [keyOf(one), keep] as const)]));

  const resolve = async () => {
    setIsSaving(true);
    let isSaved = true;
    for (const conflict of conflicts) {
      const keep = choices.get(keyOf(conflict));
      if (keep && !(await actions.resolveConflict(conflict.uuid, keep))) isSaved = false;
    }
    setIsSaving(false);
    if (isSaved) announce(words.resolved);
    else toast({ tone: 'error', title: messages.error, description: words.failed });
  };

  return (
    <Dialog
      open={isShown}
      onOpenChange={(isOpen) => {
        if (!isOpen) actions.setConflictsAside();
      }}
      role="alertdialog"
      size="large"
      title={words.title}
      description={words.text}
      footer={
        <>
          {/* Always there, so that the buttons stay where they are; on phones over them. */}
          <p
            role="status"
            className="order-last self-center text-meta text-ink-3 md:order-none md:mr-auto"
          >
            {left > 0 ? words.undecided(left) : words.decided}
          </p>
          <Button onClick={() => actions.setConflictsAside()}>{messages.cancel}</Button>
          <Button
            variant="primary"
            disabled={left > 0}
            busy={isSaving}
            busyLabel={words.resolving}
            onClick={() => void resolve()}
          >
            {words.resolve}
          </Button>
        </>
      }
    >
      {/* It opens by itself: the focus goes where a key pressed for something else does nothing. */}
      <div data-autofocus="" tabIndex={-1} className="flex flex-col gap-6 outline-none">
        {conflicts.length > 1 && (
          <div className="flex flex-wrap items-center gap-2">
            <span className="w-full text-ink-2 sm:w-auto">{words.forAll}</span>
            <Button size="small" onClick={() => choose(conflicts, 'local')}>
              {words.allLocal}
            </Button>
            <Button size="small" onClick={() => choose(conflicts, 'server')}>
              {words.allServer}
            </Button>
          </div>
        )}
        {conflicts.map((conflict) => (
          <ConflictChoice
            key={conflict.uuid}
            conflict={conflict}
            choice={choices.get(keyOf(conflict))}
            onChoose={(keep) => choose([conflict], keep)}
          />
        ))}
      </div>
    </Dialog>
  );
}
