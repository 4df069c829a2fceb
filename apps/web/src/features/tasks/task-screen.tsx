import { may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { DetailFrame } from '../../items/detail-frame.tsx';
import { ItemFacts } from '../../items/item-facts.tsx';
import { ItemList } from '../../items/item-list.tsx';
import { MissingItem } from '../../items/missing-item.tsx';
import { PeopleList } from '../../items/people-list.tsx';
import { ProgressBlock } from '../../items/progress-block.tsx';
import { QuickAdd } from '../../items/quick-add.tsx';
import { messages } from '../../messages/messages.ts';
import { useChildren, useRoutedItem } from '../../replica/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';

const { task: strings } = messages;

/** One task: what it is, whose, and its todos. */
export function TaskScreen({ routeId }: { readonly routeId: string }) {
  const routed = useRoutedItem('task', routeId);
  switch (routed.kind) {
    case 'loading':
      return <SkeletonList label={strings.loading} />;
    case 'missing':
      return <MissingItem title={strings.notFound} href="/" linkLabel={messages.shell.goHome} />;
    case 'found':
      return <Task key={routed.item.uuid} item={routed.item} routeId={routeId} />;
  }
}

function Task({ item, routeId }: { readonly item: LocalItem; readonly routeId: string }) {
  return (
    <DetailFrame
      item={item}
      routeId={routeId}
      home="/"
      aside={
        <>
          <ItemFacts item={item} showAssignee />
          <ProgressBlock uuid={item.uuid} />
          <PeopleList item={item} />
        </>
      }
    >
      <section aria-label={strings.todos}>
        <h2 className="mb-2 text-lead font-strong">{strings.todos}</h2>
        <Todos item={item} />
      </section>
    </DetailFrame>
  );
}

function Todos({ item }: { readonly item: LocalItem }) {
  const children = useChildren(item.uuid);
  return (
    <>
      {may(item.permission, 'addChild') && <QuickAdd types={['todo']} parentUuid={item.uuid} />}
      {children.length === 0 ? (
        <EmptyState drawing="list" title={strings.empty} />
      ) : (
        <ItemList uuids={children} label={strings.todos} hideParent />
      )}
    </>
  );
}
