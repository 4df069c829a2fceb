import type { LocalContact } from '@foray/sync';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSync } from '../../replica/index.ts';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { MenuEntry } from '../../ui/layers/menu.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';

const { contact: strings, reporting } = lazyMessages;

/** The actions on a contact. */
export type ContactAct = 'remove' | 'block' | 'report';

/** The menu of a contact's row; offline its entries say that they need a connection. */
export function ContactMenu({
  person,
  onAct,
}: {
  readonly person: LocalContact;
  readonly onAct: (act: ContactAct) => void;
}) {
  const { online } = useSync();
  const disabledBecause = online ? undefined : strings.offline;
  const entry = (act: ContactAct, label: string, icon: IconShape): MenuEntry => {
    const destructive = act !== 'report';
    return {
      kind: 'action',
      label,
      icon,
      destructive,
      disabledBecause,
      onSelect: () => onAct(act),
    };
  };
  return (
    <Menu
      label={strings.moreNamed(person.name)}
      trigger={
        <IconButton
          data-control="menu"
          label={strings.moreNamed(person.name)}
          icon={listIcons.more}
          size="small"
        />
      }
      entries={[
        entry('report', reporting.report, listIcons.warning),
        entry('remove', strings.remove, listIcons.trash),
        entry('block', strings.block, listIcons.lock),
      ]}
    />
  );
}
