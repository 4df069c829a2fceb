import { isAlike } from '@foray/domain';
import type { ComparedField } from '@foray/domain';
import { useDisplayName } from '../../items/fields/shown-names.ts';
import { repeatWords } from '../../items/repeat/repeat-words.ts';
import { formatTime } from '../../messages/clock-time.ts';
import { formatDay } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { useItem } from '../../replica/index.ts';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import type { ConflictVersion } from './conflict-versions.ts';
import { MarkedText } from './marked-text.tsx';
import { differenceOf } from './text-difference.ts';

const { item: strings } = listMessages;
const { conflicts } = lazyMessages;

/** The values of a version's fields as text. */
export function useStrings(version: ConflictVersion | null): (field: ComparedField) => string {
  const assignee = useDisplayName(version?.assigned_to ?? null);
  const parent = useItem(version?.parent_uuid ?? '');
  return (field) => {
    if (version === null) return '';
    switch (field) {
      case 'title':
        return version.title;
      case 'description':
        return version.description ?? conflicts.noDescription;
      case 'status':
        return strings.statusLabels[version.status];
      case 'assigned_to':
        return assignee;
      case 'parent_uuid':
        return version.parent_uuid === null
          ? strings.topLevel
          : (parent?.title ?? conflicts.unknownPlace);
      case 'priority':
        return version.priority === null
          ? strings.noPriority
          : strings.priorities[version.priority];
      case 'due_date': {
        // The text includes the time and the rule, which belong to the same field.
        const { due_date, due_time, repeat } = version;
        if (due_date === null) return conflicts.noDate;
        const rule = repeat === null ? [] : [repeatWords(version) ?? conflicts.noDate];
        const time = due_time === null ? [] : [formatTime(due_time)];
        return [formatDay(due_date), ...time, ...rule].join(', ');
      }
      case 'end_date':
        return version.end_date === null ? conflicts.noDate : formatDay(version.end_date);
    }
  };
}

/** One version of an item; differences from `other` are marked. */
export function VersionFields({
  version,
  other,
  fields,
}: {
  readonly version: ConflictVersion;
  readonly other: ConflictVersion | null;
  readonly fields: readonly ComparedField[];
}) {
  const textOf = useStrings(version);
  const otherTextOf = useStrings(other);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {fields.map((field) => {
        const text = textOf(field);
        const isSame = other === null || isAlike(field, version, other);
        const isText = field === 'title' || field === 'description';
        const stretches = isSame
          ? [{ kind: 'same', text } as const]
          : isText && version[field] !== null && other[field] !== null
            ? differenceOf(text, otherTextOf(field))
            : [{ kind: 'only', text } as const];
        return (
          <div key={field} className="contents">
            <dt className="text-meta leading-[1.25rem] text-ink-3">{conflicts.fields[field]}</dt>
            <dd dir="auto" className="min-w-0 break-words whitespace-pre-wrap text-ink">
              {field === 'status' && (
                <span className="me-1.5 inline-block align-[-3px]">
                  <StatusIcon status={version.status} size={16} />
                </span>
              )}
              {field === 'description' && isSame ? (
                <span className="line-clamp-4">{text}</span>
              ) : (
                <MarkedText stretches={stretches} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
