import { SideItem, SidePanel, UnderWay } from '../../items/detail/side-column.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useUndated } from '../../replica/hooks/use-undated.ts';
import { draggedType } from './dragged-item.ts';

const { planning: strings } = lazyMessages;
const maxShown = 6;

/** Beside the lists of days: items in progress, and items without a date, which can be dragged to a day. */
export function PlanningSide() {
  return (
    <>
      <UnderWay tab="all" />
      <Undated />
    </>
  );
}

function Undated() {
  const uuids = useUndated();
  if (uuids.length === 0) return null;
  return (
    <SidePanel title={strings.undated}>
      {uuids.slice(0, maxShown).map((uuid) => (
        <div
          key={uuid}
          draggable
          onDragStart={({ dataTransfer }) => {
            dataTransfer.setData(draggedType, uuid);
            dataTransfer.effectAllowed = 'move';
          }}
        >
          <SideItem uuid={uuid} linkLabel={listMessages.item.openNamed} />
        </div>
      ))}
      {uuids.length > maxShown && (
        <p className="px-4 py-2 text-meta text-ink-3">
          {strings.moreUndated(uuids.length - maxShown)}
        </p>
      )}
    </SidePanel>
  );
}
