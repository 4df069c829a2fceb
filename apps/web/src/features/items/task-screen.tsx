import { mayWith } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { DetailFrame } from '../../items/detail/detail-frame.tsx';
import { OrderedList } from '../../items/list/ordered-list.tsx';
import { OpenItems } from '../../items/actions/open-items.tsx';
import { PeopleList } from '../../items/detail/people-list.tsx';
import { ProgressBlock } from '../../items/detail/progress-block.tsx';
import { QuickAdd } from '../../items/create/quick-add.tsx';
import { RoutedDetail } from '../../items/detail/routed-detail.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useChildren, useOpenChildren } from '../../replica/index.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';

const { task: strings } = lazyMessages;

/** One task: its texts, people and todos. */
export function TaskScreen({ routeId }: { readonly routeId: string }) {
  return <RoutedDetail type="task" routeId={routeId} Page={Task} />;
}

function Task({ item, routeId }: { readonly item: LocalItem; readonly routeId: string }) {
  return (
    <DetailFrame item={item} routeId={routeId} aside={<PeopleList item={item} />}>
      <section aria-label={strings.todos}>
        <h2 className="mt-1 mb-2 text-lead font-strong lg:mt-0">{strings.todos}</h2>
        <Todos item={item} />
      </section>
    </DetailFrame>
  );
}

function Todos({ item }: { readonly item: LocalItem }) {
  const children = useChildren(item.uuid);
  const open = useOpenChildren(item.uuid);
  return (
    <>
      {mayWith(item, item.permission, 'addChild') && (
        <QuickAdd types={['todo']} parentUuid={item.uuid} />
      )}
      {children.length === 0 ? (
        <EmptyState drawing={firstDrawings.list} title={strings.empty} />
      ) : (
        <OpenItems uuids={children} open={open} head={<ProgressBlock uuid={item.uuid} />}>
          {(uuids, empty) => (
            <OrderedList
              parent={item}
              all={children}
              uuids={uuids}
              label={strings.todos}
              hideParent
              empty={empty}
            />
          )}
        </OpenItems>
      )}
    </>
  );
}
