import { itemTypes } from '@foray/domain';
import type { ImportPlan } from '@foray/sync';
import { formatMoment } from '../../../messages/messages.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { listIcons } from '../../../ui/icons/list-icons.ts';
import { TypeMark } from '../../../ui/icons/type-mark.tsx';

const { files } = lazyMessages;

/** The number of unreadable items that are listed; the rest are counted. */
const maxNamed = 10;

type Unreadable = ImportPlan['unreadable'][number];

function reasonOf({ fields }: Unreadable): string {
  return Object.entries(fields)
    .map(([field, code]) => `${files.fields[field] ?? field} ${files.reasons[code] ?? code}`)
    .join('. ');
}

/** The effect of importing a file, before anything is written. */
export function ImportReview({ file, plan }: { readonly file: string; readonly plan: ImportPlan }) {
  const { fresh, counts, known, toTop, unreadable, exportedAt } = plan;
  return (
    <div className="flex flex-col gap-4">
      <p className="break-words text-ink-3">{files.from(file, formatMoment(exportedAt))}</p>
      {fresh.length === 0 ? (
        <p className="font-strong">{files.nothing}</p>
      ) : (
        <div>
          <p className="mb-2 font-strong">{files.adds}</p>
          <ul className="flex flex-col gap-2">
            {itemTypes
              .filter((type) => counts[type] > 0)
              .map((type) => (
                <li key={type} className="flex items-center gap-2.5">
                  <TypeMark type={type} size={20} />
                  {files.types[type](counts[type])}
                </li>
              ))}
          </ul>
        </div>
      )}
      {known > 0 && <p className="text-ink-2">{files.known(known)}</p>}
      {toTop > 0 && <p className="text-ink-2">{files.toTop(toTop)}</p>}
      {unreadable.length > 0 && (
        <div className="rounded-medium bg-warning-soft px-3 py-2.5 text-warning-ink">
          <p className="flex items-center gap-2 font-strong">
            <Icon icon={listIcons.warning} size={16} />
            {files.unreadable(unreadable.length)}
          </p>
          <ul className="mt-1.5 flex flex-col gap-1">
            {unreadable.slice(0, maxNamed).map((entry) => (
              <li key={entry.place} className="break-words">
                {files.unreadableAt(entry.place, entry.title)}: {reasonOf(entry)}
              </li>
            ))}
            {unreadable.length > maxNamed && <li>{files.andMore(unreadable.length - maxNamed)}</li>}
          </ul>
        </div>
      )}
    </div>
  );
}
