import type { LocalItem } from '@foray/sync';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { copyText } from '../../adapters/browser/clipboard.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem } from '../../replica/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { MenuEntry } from '../../ui/layers/menu.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { toast, toastError } from '../../ui/layers/toast.ts';
import type { ItemMenuCommand } from '../actions/item-menu-command.ts';
import { hrefOf, linkOf } from '../actions/item-href.ts';

const { item: strings } = listMessages;

async function copyLink(item: LocalItem): Promise<void> {
  if (await copyText(linkOf(item))) toast({ title: strings.linkCopied });
  else toastError(strings.linkNotCopied);
}

/** The menu of an item: its page and its parent's, its commands, its link, and last its removal. */
export function ItemMenu({
  item,
  commands,
  isOnItsPage = false,
  size = 'small',
  tabIndex,
}: {
  readonly item: LocalItem;
  readonly commands: readonly ItemMenuCommand[];
  readonly isOnItsPage?: boolean | undefined;
  readonly size?: 'small' | 'medium' | undefined;
  readonly tabIndex?: number | undefined;
}) {
  const [, navigate] = useBrowserLocation();
  const entryOf = (command: ItemMenuCommand): MenuEntry => ({
    kind: 'action',
    label: command.label,
    icon: command.icon,
    keys: command.key,
    destructive: command.name === 'delete',
    disabledBecause: command.disabledBecause,
    onSelect: command.run,
  });
  const shown = commands.filter(({ isKeyOnly }) => !isKeyOnly);
  const parent = useItem(item.parent_uuid ?? '');
  const places = [
    ...(isOnItsPage ? [] : [{ href: hrefOf(item), label: strings.open }]),
    ...(parent ? [{ href: hrefOf(parent), label: strings.openNamed(parent.title) }] : []),
  ];
  const links = places.flatMap(({ href, label }): MenuEntry[] =>
    href === null
      ? []
      : [{ kind: 'action', label, icon: listIcons.next, onSelect: () => navigate(href) }],
  );
  return (
    <Menu
      label={strings.moreNamed(item.title)}
      trigger={
        <IconButton
          data-control="menu"
          tabIndex={tabIndex}
          label={strings.moreNamed(item.title)}
          icon={listIcons.more}
          size={size}
          className="z-1"
        />
      }
      entries={[
        ...links,
        ...shown.filter(({ name }) => name !== 'delete').map(entryOf),
        {
          kind: 'action',
          label: strings.copyLink,
          icon: listIcons.copy,
          onSelect: () => void copyLink(item),
        },
        ...shown.filter(({ name }) => name === 'delete').map(entryOf),
      ]}
    />
  );
}
