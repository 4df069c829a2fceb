import type { Item } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';

/** The number of characters of labels on one line; the others are counted. */
const mostChars = 24;

const pill = 'bg-sunken inset-ring inset-ring-line text-meta text-ink-2';

/**
 * The labels of an item as chips; renders nothing without labels. `isWhole` shows all, on several lines.
 * Otherwise they are on one line: as many as fit, each whole, and the number of the others.
 */
export function LabelsText({
  item: { labels },
  isWhole,
  className,
}: {
  readonly item: Pick<Item, 'labels'>;
  readonly isWhole?: boolean | undefined;
  readonly className?: string | undefined;
}) {
  if (labels.length === 0) return null;
  const names = labels.join(', ');
  if (isWhole) {
    return (
      <span title={names} className="flex min-w-0 flex-wrap gap-1">
        <Names names={names} />
        {labels.map((label) => (
          <span
            key={label}
            aria-hidden="true"
            dir="auto"
            className={classNames(pill, 'rounded-medium px-2 wrap-anywhere')}
          >
            {label}
          </span>
        ))}
      </span>
    );
  }
  const shown = countOf(labels);
  return (
    <span data-labels="" title={names} className={classNames('one-line min-w-6', className)}>
      <Names names={names} />
      <span
        aria-hidden="true"
        className={classNames(
          'relative isolate flex min-w-0 flex-1 flex-wrap gap-1 whitespace-nowrap',
          // The place of the number; a single label leaves its own.
          labels.length > 1 && 'pe-6',
        )}
      >
        {/* Even the first chip wraps if it does not fit. */}
        <span className="-me-1 h-4" />
        {labels.slice(0, shown).map((label, place) => (
          <span
            key={label}
            data-label=""
            dir="auto"
            className={classNames(pill, 'rounded-full px-2')}
          >
            <Rest count={labels.length - place} isAll={place === 0} />
            <span>{label}</span>
          </span>
        ))}
        {shown < labels.length && (
          <span data-count="" className={classNames(pill, 'rounded-full px-1.5')}>
            <Rest count={labels.length - shown} isAll={shown === 0} />
            <Count count={labels.length - shown} isAll={shown === 0} />
          </span>
        )}
      </span>
    </span>
  );
}

/** The number of labels that are shown with enough space. */
function countOf(labels: readonly string[]): number {
  let chars = 0;
  const place = labels.findIndex((label) => (chars += label.length) > mostChars);
  return place < 0 ? labels.length : place;
}

function Names({ names }: { readonly names: string }) {
  return <span className="sr-only">{listMessages.item.labels(names)}</span>;
}

interface CountProps {
  readonly count: number;
  /** Whether no label is shown beside the number. */
  readonly isAll: boolean;
}

/**
 * The number of the labels from a chip on, at the end of the line above the chip: in sight if the chip wraps to
 * the second line. The first of several covers the others.
 */
function Rest(props: CountProps) {
  return (
    <span
      data-rest=""
      style={{ zIndex: props.count }}
      className={classNames(
        pill,
        'absolute -mt-5 min-w-6 rounded-full px-0.5 text-center',
        props.isAll ? 'start-0' : 'end-0',
      )}
    >
      <Count {...props} />
    </span>
  );
}

function Count({ count, isAll }: CountProps) {
  return (
    <span>
      {isAll && (
        <span className="me-0.5 inline-block align-[-2px]">
          <Icon icon={listIcons.label} size={12} />
        </span>
      )}
      <span>{isAll ? count : `+${count}`}</span>
    </span>
  );
}
