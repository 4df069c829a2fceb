import { mayWith } from '@foray/domain';
import { useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { CreateDialog } from '../../items/dialogs/create-dialog.tsx';
import { useToday } from '../../items/fields/today.ts';
import { useRoutedItem } from '../../replica/index.ts';

/**
 * The dialog of the add button and the key N. On the page of a campaign or task it adds a child, if
 * permitted; elsewhere it adds an item at the top level, on Today for today, and from a row or button of a
 * day for that day.
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
  const today = useToday();
  const [opening, setOpening] = useState({ open: false, day: focusedDay() });
  // The dialog takes the focus away from the day.
  if (opening.open !== open) setOpening({ open, day: open ? focusedDay() : opening.day });
  const parent =
    routed.kind === 'found' && mayWith(routed.item, routed.item.permission, 'addChild');
  return (
    <CreateDialog
      open={open}
      onOpenChange={onOpenChange}
      parentUuid={parent ? routed.item.uuid : null}
      day={path === '/today' ? today : opening.day}
    />
  );
}

/** The day whose list has the focus; null for none. */
function focusedDay(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-day]')?.dataset['day'] ?? null;
}
