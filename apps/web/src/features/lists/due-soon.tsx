import { addDays, compareDays, dueDay } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { SideItem, SidePanel } from '../../items/side-column.tsx';
import { useToday } from '../../items/today.ts';
import { moreMessages } from '../../messages/more-messages.ts';

const { lists: strings, item: itemStrings } = moreMessages;

const daysAhead = 7;
const maxShown = 6;

/** Those of `items` that are overdue or due within a week, the earliest first; nothing if none is. */
export function DueSoon({ items }: { readonly items: readonly LocalItem[] }) {
  const last = addDays(useToday(), daysAhead);
  const due = items
    .flatMap((item) => {
      const day = dueDay(item);
      return day !== null && day <= last ? { uuid: item.uuid, day } : [];
    })
    .sort((a, b) => compareDays(a.day, b.day));
  if (due.length === 0) return null;
  return (
    <SidePanel title={strings.dueSoon}>
      {due.slice(0, maxShown).map(({ uuid }) => (
        <SideItem key={uuid} uuid={uuid} linkLabel={itemStrings.openNamed} />
      ))}
      {due.length > maxShown && (
        <p className="px-4 py-2 text-meta text-ink-3">{strings.dueMore(due.length - maxShown)}</p>
      )}
    </SidePanel>
  );
}
