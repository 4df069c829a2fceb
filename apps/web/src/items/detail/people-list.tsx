import { may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useFamily, useItem } from '../../replica/index.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useDisplayName } from '../fields/shown-names.ts';
import { RemovePersonDialog } from '../dialogs/remove-person-dialog.tsx';

const { people: strings } = lazyMessages;

/** A person with a role in an item: the role, and whether they can be removed from the item. */
interface Member {
  readonly id: number;
  readonly part: string;
  readonly isAssigned: boolean;
}

/**
 * The people with a role in a campaign or task, with Remove… for those who manage it; renders nothing for a
 * single person.
 */
export function PeopleList({ item }: { readonly item: LocalItem }) {
  const family = useFamily(item.uuid);
  const parent = useItem(item.parent_uuid ?? '');
  const [removing, setRemoving] = useState<{ id: number; seen: LocalItem; count: number } | null>(
    null,
  );
  const [isOpen, setIsOpen] = useState(false);
  const members = membersOf(item, parent, family);
  if (members.length < 2) return null;
  return (
    <section
      aria-label={strings.title}
      className="lg:rounded-large lg:border lg:border-line lg:bg-surface lg:p-4 lg:shadow-card"
    >
      <h2 className="mb-1.5 text-meta font-strong text-ink-2">{strings.title}</h2>
      <ul className="flex flex-col">
        {members.map((member) => (
          <Person
            key={member.id}
            member={member}
            onRemove={
              member.isAssigned && may(item.permission, 'removePerson')
                ? () => {
                    const count = (removing?.count ?? 0) + 1;
                    setRemoving({ id: member.id, seen: item, count });
                    setIsOpen(true);
                  }
                : null
            }
          />
        ))}
      </ul>
      {removing !== null && (
        <RemovePersonDialog
          key={removing.count}
          item={removing.seen}
          userId={removing.id}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </section>
  );
}

function Person({
  member,
  onRemove,
}: {
  readonly member: Member;
  readonly onRemove: (() => void) | null;
}) {
  const name = useDisplayName(member.id);
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar name={name} size={24} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {name}
        </span>
        <span className="block truncate text-meta text-ink-3">{member.part}</span>
      </span>
      {onRemove && (
        <Button
          variant="quiet"
          className="-me-3.5"
          aria-label={strings.removeNamed(name)}
          onClick={onRemove}
        >
          {strings.remove}
        </Button>
      )}
    </li>
  );
}

function membersOf(
  item: LocalItem,
  parent: LocalItem | undefined,
  family: readonly LocalItem[],
): readonly Member[] {
  const members = new Map<number, Member>();
  const root = parent ?? item;
  members.set(root.user_id, { id: root.user_id, part: strings.owner, isAssigned: false });
  const assigned = new Map<number, number>();
  for (const { assigned_to } of family) {
    if (assigned_to !== null) assigned.set(assigned_to, (assigned.get(assigned_to) ?? 0) + 1);
  }
  for (const [id, count] of assigned) {
    const isHere = item.assigned_to === id;
    const part = isHere ? strings.assigned : strings.assignedBelow(count);
    const isOwner = members.has(id);
    members.set(id, { id, part: isOwner ? strings.owner : part, isAssigned: true });
  }
  const above = parent?.assigned_to ?? null;
  if (parent && above !== null) {
    const known = members.get(above);
    const part = known?.part === strings.owner ? strings.owner : strings.through(parent.title);
    members.set(above, { id: above, part, isAssigned: known?.isAssigned ?? false });
  }
  return [...members.values()];
}
