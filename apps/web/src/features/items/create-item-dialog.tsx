import { mayWith } from '@foray/domain';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { CreateDialog } from '../../items/create/create-dialog.tsx';
import { useRoutedItem } from '../../replica/index.ts';

/**
 * The dialog of the add button. On the page of a campaign or task it adds a child, if permitted; elsewhere
 * it adds an item at the top level.
 */
export function CreateItemDialog({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [path] = useBrowserLocation();
  const [, list, routeId = ''] = /^\/(tasks|campaigns)\/([^/]+)\/?$/.exec(path) ?? [];
  const routed = useRoutedItem(list === 'tasks' ? 'task' : 'campaign', routeId);
  const parent =
    routed.kind === 'found' && mayWith(routed.item, routed.item.permission, 'addChild');
  return (
    <CreateDialog
      open={open}
      onOpenChange={onOpenChange}
      parentUuid={parent ? routed.item.uuid : null}
    />
  );
}
