import { addDays } from '@foray/domain';
import { SideItem, SidePanel } from '../../items/detail/side-column.tsx';
import { useToday } from '../../items/fields/today.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useDue } from '../../replica/index.ts';

const { listScreens: strings } = lazyMessages;
const { item: itemStrings } = listMessages;

const daysAhead = 7;
const maxShown = 6;

/**
 * Items of Queue, of Active or of the user that are overdue or due within a week, earliest first; renders
 * nothing if there are none.
 */
export function DueSoon({ of }: { readonly of: 'queue' | 'active' | 'mine' }) {
  const due = useDue(addDays(useToday(), daysAhead), of);
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
