import { Link } from 'wouter';
import { DueText } from '../../items/due-text.tsx';
import { hrefOf } from '../../items/item-href.ts';
import { UpNext } from '../../items/up-next.tsx';
import { messages } from '../../messages/messages.ts';
import { useItem, useList, useProgress } from '../../replica/index.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { TypeMark } from '../../ui/type-mark.tsx';

const { home: words } = messages;

/** Enough to go on with; all of them are in Active. */
const maxUnderWay = 5;

/**
 * Beside Home's list where a window is wide: what to start now, and what is under way with how far it
 * has come. Nothing of its own: everything in it is in the lists too.
 */
export function HomeSide() {
  const { uuids } = useList({ list: 'active', tab: 'all' });
  return (
    <aside
      aria-label={words.side}
      className="hidden w-80 shrink-0 flex-col gap-3 empty:hidden lg:sticky lg:top-18 lg:mt-12 lg:flex"
    >
      <UpNext />
      {uuids.length > 0 && (
        <Card className="py-1.5">
          <div className="flex items-baseline justify-between gap-3 px-4 pt-2 pb-1">
            <h2 className="font-strong">{words.underWay}</h2>
            <Link href="/active" className="text-meta text-accent-ink hover:underline">
              {words.allUnderWay}
            </Link>
          </div>
          {uuids.slice(0, maxUnderWay).map((uuid) => (
            <UnderWay key={uuid} uuid={uuid} />
          ))}
        </Card>
      )}
    </aside>
  );
}

function UnderWay({ uuid }: { readonly uuid: string }) {
  const item = useItem(uuid);
  const { done, total } = useProgress(uuid);
  if (!item) return null;
  const href = hrefOf(item);
  const title = item.title === '' ? messages.item.untitled : item.title;
  return (
    <div className="relative px-4 py-2 has-[a]:hover:bg-hover">
      <div className="flex items-start gap-2">
        {item.type === 'todo' ? (
          <StatusIcon status={item.status} size={16} mark="text-todo" />
        ) : (
          <TypeMark type={item.type} className="mt-0.5" />
        )}
        {href === null ? (
          <p className="two-lines min-w-0 flex-1">{title}</p>
        ) : (
          <Link
            href={href}
            aria-label={words.goOnWith(title)}
            className="min-w-0 flex-1 after:absolute after:inset-0"
          >
            <span className="two-lines">{title}</span>
          </Link>
        )}
      </div>
      <div className="mt-1 ml-6 flex flex-col gap-1.5 text-meta text-ink-3 empty:hidden">
        <DueText item={item} />
        {total > 0 && <ProgressBar label={messages.progressLabel} completed={done} total={total} />}
      </div>
    </div>
  );
}
