import type { LocalItem } from '@foray/sync';
import { useId } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useProgress } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { firstPress } from '../../ui/interaction/first-press.ts';
import { tooltipProps } from '../../ui/controls/tooltip.ts';
import type { ItemMenuCommand } from '../actions/item-menu-command.ts';
import { ItemMenu } from '../dialogs/item-menu.tsx';

/**
 * The order in which a status offers its next step: a pending item starts, an item in progress completes.
 */
const firstSteps = ['start', 'complete', 'reopen'] as const;

/**
 * The actions on a detail page or in a sheet: the next step of the status, then Skip in a sheet, or Edit
 * and the menu of everything else on a page (a sheet has the menu in its header). Complete is less
 * prominent while items inside are open; their number describes it to screen readers, and is on the screen in the
 * header of their list.
 */
export function DetailActions({
  item,
  commands,
  isInSheet = false,
}: {
  readonly item: LocalItem;
  readonly commands: readonly ItemMenuCommand[];
  /** In a sheet everything is edited in place. */
  readonly isInSheet?: boolean | undefined;
}) {
  const { done, total } = useProgress(item.uuid);
  const openId = useId();
  const [first, ...others] = commands;
  // The copy of an occurrence can only be deleted.
  const only = others.length === 0 ? first : undefined;
  const next =
    firstSteps.flatMap((name) => commands.find((one) => one.name === name) ?? [])[0] ?? only;
  const openCount = next?.name === 'complete' ? total - done : 0;
  const skip = isInSheet ? commands.find((one) => one.name === 'skip') : undefined;
  const edit = isInSheet ? undefined : commands.find((one) => one.name === 'edit');
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      {next && (
        <Button
          variant={
            next.name === 'reopen' || next === only || openCount > 0 ? 'secondary' : 'primary'
          }
          icon={next.icon}
          disabled={next.disabledBecause !== undefined}
          data-control="status"
          aria-describedby={openCount > 0 ? openId : undefined}
          {...tooltipProps(next.label, next.key)}
          onClick={firstPress(next.run)}
        >
          {next.label}
        </Button>
      )}
      {openCount > 0 && (
        <span id={openId} hidden>
          {lazyMessages.facts.stillOpen(openCount)}
        </span>
      )}
      {skip && (
        <Button
          icon={skip.icon}
          data-control="skip"
          // Lets both fit side by side on the narrowest phones.
          className="max-[22rem]:[&>svg]:hidden"
          {...tooltipProps(skip.label, skip.key)}
          onClick={firstPress(skip.run)}
        >
          {skip.label}
        </Button>
      )}
      {edit && (
        <Button
          icon={edit.icon}
          disabled={edit.disabledBecause !== undefined}
          data-control="edit"
          {...tooltipProps(listMessages.item.edit, edit.key)}
          onClick={edit.run}
        >
          {listMessages.item.edit}
        </Button>
      )}
      {!isInSheet && (
        <ItemMenu
          item={item}
          isOnItsPage
          size="medium"
          commands={commands.filter((one) => one !== next && one !== edit)}
        />
      )}
    </div>
  );
}
