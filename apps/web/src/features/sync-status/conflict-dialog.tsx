import type { Conflict } from '@foray/sync';
import { useEffect, useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import {
  useActions,
  useConflicts,
  useIsResolvingConflicts,
  useReplica,
} from '../../replica/index.ts';
import { announce } from '../../ui/display/announcer.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { clearToast, toastError } from '../../ui/layers/toast.ts';
import { ConflictChoice } from './conflict-choice.tsx';
import { isDecided, keepOf, keyOf } from './conflict-decision.ts';
import type { Choice } from './conflict-decision.ts';
import { conflictVersions } from './conflict-versions.ts';

const { conflicts: strings } = lazyMessages;

/**
 * The conflicts between this device and the server, for the person to resolve. Cancel resolves none; the
 * other items continue to sync.
 */
export function ConflictDialog() {
  const actions = useActions();
  const open = useIsResolvingConflicts();
  const conflicts = useConflicts();
  const replica = useReplica();
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const isShown = open && conflicts.length > 0;
  // The dialog opens by itself, and a toast would cover it.
  useEffect(() => {
    if (isShown) clearToast();
  }, [isShown]);
  const versionsOf = ({ conflict, row }: Choice['shown']) => conflictVersions(conflict, row);
  const left = conflicts.filter((conflict) => {
    const shown = { conflict, row: replica.row(conflict.uuid) };
    return !isDecided(choices.get(keyOf(conflict)), versionsOf(shown));
  }).length;

  const choose = (chosen: readonly Conflict[], { keep, picked }: Pick<Choice, 'keep' | 'picked'>) =>
    setChoices(
      new Map([
        ...choices,
        ...chosen.map((conflict) => {
          const shown = { conflict, row: replica.row(conflict.uuid) };
          return [keyOf(conflict), { shown, keep, picked }] as const;
        }),
      ]),
    );

  const resolve = async () => {
    setIsSaving(true);
    const outcomes = new Set<string>();
    const remaining = new Map(choices);
    for (const conflict of conflicts) {
      const choice = choices.get(keyOf(conflict));
      if (choice === undefined) continue;
      const { shown } = choice;
      const outcome = await actions.resolveConflict(shown, keepOf(choice, versionsOf(shown)));
      outcomes.add(outcome);
      if (outcome === 'changed') remaining.delete(keyOf(conflict));
    }
    setChoices(remaining);
    setIsSaving(false);
    if (outcomes.has('failed')) toastError(strings.failed);
    else announce(outcomes.has('changed') ? strings.changedMeanwhile : strings.resolved);
  };

  return (
    <Dialog
      open={isShown}
      onOpenChange={(isOpen) => {
        if (!isOpen) actions.setConflictsAside();
      }}
      role="alertdialog"
      size="large"
      title={strings.title}
      description={strings.text}
      footer={
        <>
          {/* Always shown, so that the buttons do not move; on phones above them. */}
          <p
            role="status"
            className="order-last self-center text-meta text-ink-3 md:order-none md:me-auto"
          >
            {left > 0 ? strings.undecided(left) : strings.decided}
          </p>
          <Button onClick={() => actions.setConflictsAside()}>{lazyMessages.cancel}</Button>
          <Button
            variant="primary"
            disabled={left > 0}
            busy={isSaving}
            busyLabel={strings.resolving}
            onClick={() => void resolve()}
          >
            {strings.resolve}
          </Button>
        </>
      }
    >
      {/* The dialog opens by itself, so the focus moves to an element on which a stray key does nothing. */}
      <div data-autofocus="" tabIndex={-1} className="flex flex-col gap-6 outline-none">
        {conflicts.length > 1 && (
          <ChoiceForAll onChoose={(keep) => choose(conflicts, { keep, picked: {} })} />
        )}
        {conflicts.map((conflict) => (
          <ConflictChoice
            key={conflict.uuid}
            conflict={conflict}
            choice={choices.get(keyOf(conflict))}
            onChoose={(chosen) => choose([conflict], chosen)}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** Chooses the same side of every conflict. */
function ChoiceForAll({ onChoose }: { readonly onChoose: (keep: 'local' | 'server') => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="w-full text-ink-2 sm:w-auto">{strings.forAll}</span>
      <Button size="small" onClick={() => onChoose('local')}>
        {strings.allLocal}
      </Button>
      <Button size="small" onClick={() => onChoose('server')}>
        {strings.allServer}
      </Button>
    </div>
  );
}
