import type { LocalItem } from '@foray/sync';
import { useRef, useState } from 'react';
import { homePreviewItems } from '@foray/domain';
import { DueText } from '../../items/fields/due-text.tsx';
import { commandKeys, openCommand, useItemCommands } from '../../items/dialogs/item-commands.ts';
import type { InTabOrder } from '../../items/list/item-row.tsx';
import { useListFocus, useTabIndex, useTabStop } from '../../items/actions/list-focus.ts';
import { SheetLink } from '../../items/actions/sheet-link.tsx';
import { SinceText } from '../../items/fields/since-text.tsx';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem, usePast } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { shownTitle } from '../../items/fields/shown-names.ts';

const { past: label } = lazyMessages.repeating;

/** The completed occurrences of an item, each by its due day; renders nothing if there are none. */
export function PastList({ item: { uuid, title } }: { readonly item: LocalItem }) {
  const past = usePast(uuid);
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const focus = useListFocus(list, past);
  const { tabStop, onFocusCapture } = useTabStop(past);
  if (past.length === 0) return null;
  const shown = isWhole ? past : past.slice(0, homePreviewItems);
  return (
    <section aria-label={label}>
      <h3 className="mb-2 font-strong">{label}</h3>
      <div ref={list} role="list" aria-label={label} {...focus} onFocusCapture={onFocusCapture}>
        <Card className="divide-y divide-line overflow-clip">
          {shown.map((one) => (
            <div key={one} role="listitem" data-uuid={one}>
              <PastRow uuid={one} itemTitle={title} tabStop={tabStop} />
            </div>
          ))}
        </Card>
      </div>
      {shown.length < past.length && (
        <Button variant="quiet" className="mt-2" onClick={() => setIsWhole(true)}>
          {listMessages.homeItems.viewAll(past.length)}
        </Button>
      )}
    </section>
  );
}

interface PastLook extends InTabOrder {
  /** The title that the item has now; an occurrence with another one says its own. */
  readonly itemTitle: string;
}

function PastRow({ uuid, ...look }: PastLook & { readonly uuid: string }) {
  const copy = useItem(uuid);
  return copy ? <PastLink copy={copy} {...look} /> : null;
}

function PastLink({ copy, itemTitle, tabStop }: PastLook & { readonly copy: LocalItem }) {
  const commands = [openCommand(copy), ...useItemCommands(copy)];
  return (
    <div {...commandKeys(commands)}>
      <SheetLink
        uuid={copy.uuid}
        data-control="open"
        data-line=""
        tabIndex={useTabIndex(tabStop, copy.uuid)}
        className="flex min-h-10 flex-wrap items-center gap-x-3 px-3 py-1.5 -outline-offset-2 hover:bg-hover focus-visible:bg-accent-soft pointer-coarse:min-h-11"
      >
        <StatusIcon status="completed" size={16} />
        <span className="sr-only">{listMessages.item.detailsNamed(copy.title)}</span>
        {copy.title !== itemTitle && (
          <span aria-hidden="true" dir="auto">
            {shownTitle(copy.title)}
          </span>
        )}
        <DueText item={copy} className="[&>svg]:hidden" />
        <SinceText
          item={copy}
          since="completed"
          className="ms-auto text-meta whitespace-normal! text-ink-3"
        />
      </SheetLink>
    </div>
  );
}
