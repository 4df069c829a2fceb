import type { LocalItem } from '@foray/sync';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem, useUpNext } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { firstPress } from '../../ui/interaction/first-press.ts';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { DueText } from '../fields/due-text.tsx';
import { SheetLink } from '../actions/sheet-link.tsx';
import { useItemActions } from '../actions/use-item-actions.ts';
import { shownTitle } from '../fields/shown-names.ts';

const { lists: strings, item: itemStrings } = listMessages;

/** The item to start next, and its Start button. */
export function UpNextCard({
  item,
  hiddenParent,
}: {
  readonly item: LocalItem;
  /** The parent that is not shown, because this is its page. */
  readonly hiddenParent?: string | undefined;
}) {
  const parent = useItem(item.parent_uuid === hiddenParent ? '' : (item.parent_uuid ?? ''));
  const { setStatus } = useItemActions();
  return (
    <section aria-label={strings.upNext} className="@container rounded-large bg-accent-soft">
      {/* Below 30 rem the button is under the words, so that it never covers any. */}
      <div className="flex flex-col items-start gap-3 py-2.5 pe-3 ps-3.5 @min-[30rem]:flex-row @min-[30rem]:items-center @2xl:py-3 @2xl:ps-4">
        <div className="min-w-0 max-w-full @min-[30rem]:flex-1">
          <h2 className="text-meta font-strong text-accent-ink">{strings.upNext}</h2>
          <div className="mt-0.5 flex items-start gap-2">
            <TypeMark type={item.type} className="mt-1" />
            <SheetLink
              uuid={item.uuid}
              aria-label={strings.upNextNamed(shownTitle(item.title))}
              className="touch-target min-w-0 text-lead font-strong hover:underline"
            >
              <span dir="auto" className="two-lines">
                {shownTitle(item.title)}
              </span>
            </SheetLink>
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-2 empty:hidden">
            {parent && <span className="line-clamp-1">{itemStrings.inParent(parent.title)}</span>}
            <DueText item={item} />
          </p>
        </div>
        <Button
          variant="primary"
          icon={listIcons.play}
          disabled={item.permission === 'view'}
          onClick={firstPress(() => void setStatus(item, 'in_progress'))}
        >
          {strings.start}
        </Button>
      </div>
    </section>
  );
}

/** The item of the user's queue to start next (decision on the blanks of section 2). */
export function UpNext() {
  const item = useItem(useUpNext() ?? '');
  return item ? <UpNextCard item={item} /> : null;
}
