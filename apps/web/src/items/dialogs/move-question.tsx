import { ownItemsLost } from '@foray/domain';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { Losses } from './lost-items.tsx';
import type { MoveEffects } from './move-effects.ts';
import { useDisplayName } from '../fields/shown-names.ts';

const { sharing: strings } = lazyMessages;

/** Whether a move has an effect that its user should know of beforehand. */
export function asksBefore(effects: MoveEffects, ownId: number): boolean {
  const { othersRoot, cleared, left, before, after } = effects;
  if (othersRoot !== null || cleared > 0 || left > 0) return true;
  return [...ownItemsLost(before, after).keys()].some((id) => id !== ownId);
}

/** Explains the side effects of a move before it happens: into whose tree it leads, and who loses what. */
export function MoveQuestion({
  title,
  effects,
  onClose,
  onMove,
}: {
  readonly title: string;
  readonly effects: MoveEffects;
  readonly onClose: () => void;
  readonly onMove: () => void;
}) {
  const { othersRoot, cleared, left, before, after } = effects;
  const owner = useDisplayName(othersRoot?.user_id ?? null);
  const clears = othersRoot === null ? strings.moveClears(cleared) : strings.moveMayClear(cleared);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      body={
        <>
          {othersRoot && <p>{strings.moveIntoOthers(owner, othersRoot.title)}</p>}
          {cleared > 0 && <p className="mt-2 first:mt-0">{clears}</p>}
          {left > 0 && <p className="mt-2 first:mt-0">{strings.moveLeaves(left)}</p>}
          <Losses before={before} after={after} />
        </>
      }
      confirmLabel={strings.move}
      onConfirm={onMove}
    />
  );
}
