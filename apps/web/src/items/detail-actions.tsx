import type { LocalItem } from '@foray/sync';
import { moreMessages } from '../messages/more-messages.ts';
import { Button } from '../ui/button.tsx';
import { firstPress } from '../ui/first-press.ts';
import { tooltipProps } from '../ui/tooltip.ts';
import type { ItemCommand } from './item-commands.ts';
import { ItemMenu } from './item-menu.tsx';

/** The order in which a status offers its next step: what is pending starts, what runs completes. */
const firstSteps = ['start', 'complete', 'reopen'] as const;

/** What can be done on a detail page: the next step of its status, Edit, and everything else. */
export function DetailActions({
  item,
  commands,
}: {
  readonly item: LocalItem;
  readonly commands: readonly ItemCommand[];
}) {
  const next = firstSteps.flatMap((name) => commands.find((one) => one.name === name) ?? [])[0];
  const edit = commands.find((one) => one.name === 'edit');
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      {next && (
        <Button
          variant={next.name === 'reopen' ? 'secondary' : 'primary'}
          icon={next.icon}
          disabled={next.disabledBecause !== undefined}
          data-control="status"
          {...tooltipProps(next.label, next.key)}
          onClick={firstPress(next.run)}
        >
          {next.label}
        </Button>
      )}
      {edit && (
        <Button
          icon={edit.icon}
          disabled={edit.disabledBecause !== undefined}
          data-control="edit"
          {...tooltipProps(moreMessages.item.edit, edit.key)}
          onClick={edit.run}
        >
          {moreMessages.item.edit}
        </Button>
      )}
      <ItemMenu
        item={item}
        isOnItsPage
        commands={commands.filter((one) => one !== next && one !== edit)}
      />
    </div>
  );
}
