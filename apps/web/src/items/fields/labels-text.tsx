import type { Item } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';

/** The number of characters of labels that a row shows, at least one label; the others are counted. */
const mostChars = 24;
const inWide = '@max-2xl:hidden';

/**
 * The labels of an item as chips; renders nothing without labels. `isWhole` shows all, on several lines.
 * While a row with `hasMore` is narrow, it shows only the first label.
 */
export function LabelsText({
  item: { labels },
  isWhole,
  hasMore,
}: {
  readonly item: Pick<Item, 'labels'>;
  readonly isWhole?: boolean | undefined;
  readonly hasMore?: boolean | undefined;
}) {
  if (labels.length === 0) return null;
  const shown = isWhole ? labels : labels.slice(0, countOf(labels));
  const names = labels.join(', ');
  return (
    <span
      title={names}
      className={
        isWhole
          ? 'flex min-w-0 flex-wrap gap-1'
          : // Labels that do not fit are cut off, and cover nothing beside them.
            'inline-flex min-w-0 items-center gap-1 overflow-hidden'
      }
    >
      <span className="sr-only">{listMessages.item.labels(names)}</span>
      {shown.map((label, place) => (
        <span
          key={label}
          aria-hidden="true"
          dir="auto"
          className={classNames(
            'min-w-10 text-center bg-sunken px-2 inset-ring inset-ring-line text-meta text-ink-2',
            // With little space a few letters stay visible.
            isWhole ? 'rounded-medium wrap-anywhere' : 'max-w-36 truncate rounded-full',
            hasMore && place > 0 && inWide,
          )}
        >
          {label}
        </span>
      ))}
      <MoreLabels count={labels.length - shown.length} className={hasMore ? inWide : ''} />
      {hasMore && <MoreLabels count={labels.length - 1} className="@2xl:hidden" />}
    </span>
  );
}

function MoreLabels({ count, className }: { readonly count: number; readonly className: string }) {
  return (
    count > 0 && (
      <span aria-hidden="true" className={className}>
        +{count}
      </span>
    )
  );
}

/** The number of labels that are shown with little space. */
function countOf(labels: readonly string[]): number {
  let chars = 0;
  const place = labels.findIndex((label) => (chars += label.length) > mostChars);
  return place < 0 ? labels.length : Math.max(1, place);
}
