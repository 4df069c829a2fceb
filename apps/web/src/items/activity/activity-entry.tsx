import { shownTitle, useDisplayName } from '../fields/shown-names.ts';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconShape } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { MomentAgo } from '../fields/moment-ago.tsx';
import type { FormerText, ShownActivity } from './shown-activity.ts';

const { activity: strings } = lazyMessages;

interface Look {
  readonly icon: IconShape;
  /** The colour of the action. */
  readonly mark: string;
}

const looks: Readonly<Record<string, Look>> = {
  created: { icon: firstIcons.plus, mark: 'text-created' },
  updated: { icon: listIcons.pencil, mark: 'text-updated' },
  deleted: { icon: listIcons.trash, mark: 'text-deleted' },
  completed: { icon: listIcons.check, mark: 'text-completed' },
  assigned: { icon: listIcons.person, mark: 'text-assigned' },
  reopened: { icon: listIcons.undo, mark: 'text-ink-3' },
  started: { icon: listIcons.play, mark: 'text-ink-3' },
  queued: { icon: firstIcons.queue, mark: 'text-ink-3' },
  moved: { icon: listIcons.move, mark: 'text-ink-3' },
  restored: { icon: listIcons.undo, mark: 'text-ink-3' },
  replaced: { icon: listIcons.pencil, mark: 'text-updated' },
};
const plainLook: Look = { icon: listIcons.pencil, mark: 'text-ink-3' };

/**
 * One event: who did what to which item, what changed, and how long ago. `onUse` restores a replaced text;
 * null if that is impossible.
 */
export function Entry({
  entry,
  nowMs,
  onUse,
}: {
  readonly entry: ShownActivity;
  readonly nowMs: number;
  readonly onUse: ((former: FormerText) => void) | null;
}) {
  const known = useDisplayName(entry.userId ?? 0);
  const { icon, mark } = looks[entry.action] ?? plainLook;
  const name = entry.userName === '' && entry.userId !== null ? known : entry.userName;
  const did = strings.did[entry.action as keyof typeof strings.did] ?? strings.didOther;
  return (
    <li data-action={entry.action} className="flex items-start gap-3 px-4 py-3">
      <span
        data-mark=""
        className={classNames(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken',
          mark,
        )}
      >
        <Icon icon={icon} size={16} />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="min-w-0 text-ink-2 wrap-anywhere">
          <span>
            <bdi className="font-strong text-ink">{name === '' ? strings.someone : name}</bdi>{' '}
            {did(messages.types[entry.type])} {/* The sentence already names the type. */}
            <span aria-hidden="true">
              <TypeMark type={entry.type} size={14} className="relative top-0.5 me-1" />
            </span>
            <bdi className="font-strong text-ink">{shownTitle(entry.title)}</bdi>
          </span>
          {entry.isAutomatic && <span className="text-ink-3"> {strings.automatic}</span>}
        </p>
        {entry.description !== null && entry.description !== '' && (
          <p
            dir="auto"
            className="mt-0.5 line-clamp-3 whitespace-pre-wrap text-ink-2 wrap-anywhere"
          >
            {entry.description}
          </p>
        )}
        {entry.details.length > 0 && (
          <dl className="mt-1 flex flex-col gap-0.5 border-s-2 border-line ps-2.5 text-meta">
            {entry.details.map(({ label, value, former }) => (
              <div key={label}>
                <div className="line-clamp-3 wrap-anywhere">
                  <dt className="inline text-ink-3">{label}: </dt>
                  <dd className="inline text-ink-2">
                    <bdi>{value}</bdi>
                  </dd>
                </div>
                {former && onUse && (
                  <dd>
                    <button
                      type="button"
                      aria-label={strings.useTextAlt(former.text)}
                      className="touch-target font-strong text-accent-ink hover:underline print:hidden"
                      onClick={() => onUse(former)}
                    >
                      {strings.useText}
                    </button>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        )}
        <p className="mt-1 text-meta text-ink-3">
          <MomentAgo at={entry.at} nowMs={nowMs} />
        </p>
      </div>
    </li>
  );
}
