import type { LocalItem } from '@foray/sync';
import { Link } from 'wouter';
import { DueText } from '../../items/due-text.tsx';
import { hrefOf } from '../../items/item-href.ts';
import { useItemActions } from '../../items/use-item-actions.ts';
import { messages } from '../../messages/messages.ts';
import { useItem, useUpNext } from '../../replica/index.ts';
import { Button } from '../../ui/button.tsx';
import { TypeMark } from '../../ui/type-mark.tsx';

const { lists: words, item: itemWords } = messages;

/** The item of one's queue to start now, and Start (decision on the blanks of section 2). */
export function UpNext() {
  const item = useItem(useUpNext() ?? '');
  return item ? <UpNextCard item={item} /> : null;
}

function UpNextCard({ item }: { readonly item: LocalItem }) {
  const parent = useItem(item.parent_uuid ?? '');
  const { setStatus } = useItemActions();
  const href = hrefOf(item);
  return (
    <section
      aria-label={words.upNext}
      className="mb-3 flex items-center gap-3 rounded-large bg-accent-soft py-3 pr-3 pl-4"
    >
      <div className="min-w-0 flex-1">
        <h2 className="text-meta font-strong text-accent-ink">{words.upNext}</h2>
        <div className="mt-0.5 flex items-start gap-2">
          <TypeMark type={item.type} className="mt-1" />
          {href === null ? (
            <p className="two-lines min-w-0 text-lead font-strong">{item.title}</p>
          ) : (
            <Link href={href} className="min-w-0 text-lead font-strong hover:underline">
              <span className="two-lines">{item.title}</span>
            </Link>
          )}
        </div>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-2 empty:hidden">
          {parent && <span className="line-clamp-1">{itemWords.inParent(parent.title)}</span>}
          <DueText item={item} />
        </p>
      </div>
      <Button
        variant="primary"
        icon="play"
        disabled={item.permission === 'view'}
        onClick={() => void setStatus(item, 'in_progress')}
      >
        {words.start}
      </Button>
    </section>
  );
}
