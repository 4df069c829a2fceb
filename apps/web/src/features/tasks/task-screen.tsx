import { may } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { useCanonicalRoute } from '../../items/canonical-route.ts';
import { DetailActions } from '../../items/detail-actions.tsx';
import { ItemDialogs } from '../../items/item-dialogs.tsx';
import { ItemFacts } from '../../items/item-facts.tsx';
import { ItemList } from '../../items/item-list.tsx';
import { MissingItem } from '../../items/missing-item.tsx';
import { ProgressBlock } from '../../items/progress-block.tsx';
import { QuickAdd } from '../../items/quick-add.tsx';
import { messages } from '../../messages/messages.ts';
import { useChildren, useItem, useRoutedItem } from '../../replica/index.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { TypeMark } from '../../ui/type-mark.tsx';

const { task: words } = messages;

/** One task: what it is, whose, and its todos (specification, section 2). */
export function TaskScreen({ routeId }: { readonly routeId: string }) {
  const routed = useRoutedItem('task', routeId);
  switch (routed.kind) {
    case 'loading':
      return <SkeletonList label={words.loading} />;
    case 'missing':
      return <MissingItem title={words.notFound} href="/" linkLabel={messages.shell.goHome} />;
    case 'found':
      return <Task key={routed.item.uuid} item={routed.item} routeId={routeId} />;
  }
}

function Task({ item, routeId }: { readonly item: LocalItem; readonly routeId: string }) {
  const [, navigate] = useLocation();
  const campaign = useItem(item.parent_uuid ?? '');
  useCanonicalRoute(item, routeId);
  const { uuid } = item;
  const up = campaign ? `/campaigns/${campaign.id}` : '/';
  const onRemoved = useCallback(
    (removed: string) => {
      if (removed === uuid) navigate(up, { replace: true });
    },
    [uuid, up, navigate],
  );
  return (
    <ItemDialogs onRemoved={onRemoved}>
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-8">
        <Card className="overflow-clip">
          <span aria-hidden="true" className="block h-[3px] bg-task" />
          <header className="p-4 md:p-6">
            <div className="flex flex-col gap-3 md:flex-row md:items-start md:justify-between md:gap-6">
              <div className="min-w-0">
                <p className="flex min-w-0 items-center gap-1.5 text-meta text-ink-3">
                  <TypeMark type="task" size={14} />
                  {campaign ? (
                    <Link
                      href={up}
                      className="touch-target min-w-0 truncate hover:text-ink hover:underline"
                    >
                      {messages.item.inParent(campaign.title)}
                    </Link>
                  ) : (
                    <span aria-hidden="true">{messages.typeNames.task}</span>
                  )}
                </p>
                <h1
                  tabIndex={-1}
                  data-route-heading=""
                  className="mt-0.5 text-title font-strong text-pretty"
                >
                  {item.title === '' ? messages.item.untitled : item.title}
                </h1>
              </div>
              <DetailActions item={item} />
            </div>
            {item.description !== null && (
              <p className="mt-2 max-w-prose whitespace-pre-wrap text-ink-2">{item.description}</p>
            )}
          </header>
        </Card>
        <aside className="flex flex-col gap-3 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:*:first:order-last">
          <ItemFacts item={item} showAssignee />
          <ProgressBlock uuid={uuid} />
        </aside>
        <section aria-label={words.todos}>
          <h2 className="mb-2 text-lead font-strong">{words.todos}</h2>
          <Todos item={item} />
        </section>
      </div>
    </ItemDialogs>
  );
}

function Todos({ item }: { readonly item: LocalItem }) {
  const children = useChildren(item.uuid);
  return (
    <>
      {may(item.permission, 'addChild') && <QuickAdd types={['todo']} parentUuid={item.uuid} />}
      {children.length === 0 ? (
        <EmptyState drawing="list" title={words.empty} />
      ) : (
        <ItemList uuids={children} label={words.todos} hideParent />
      )}
    </>
  );
}
