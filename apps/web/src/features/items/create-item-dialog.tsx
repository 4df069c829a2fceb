import { may } from '@foray/domain';
import { useRoute } from 'wouter';
import { CreateDialog } from '../../items/create-dialog.tsx';
import { useRoutedItem } from '../../replica/index.ts';

/**
 * The dialog of the add button. On the page of a campaign or task it adds a child, if permitted,
 * elsewhere an item at the top level.
 */
export function CreateItemDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [isTask, task] = useRoute('/tasks/:id');
  const [isCampaign, campaign] = useRoute('/campaigns/:id');
  const routed = useRoutedItem(
    isTask ? 'task' : 'campaign',
    (isTask ? task.id : isCampaign ? campaign.id : undefined) ?? '',
  );
  const parent = routed.kind === 'found' && may(routed.item.permission, 'addChild');
  return (
    <CreateDialog
      open={open}
      onOpenChange={onOpenChange}
      parentUuid={parent ? routed.item.uuid : null}
    />
  );
}
