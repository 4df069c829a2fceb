import type { ComparedField } from '@foray/domain';
import { useEffect, useId, useRef } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import type { Choice } from './conflict-decision.ts';
import type { ConflictVersion } from './conflict-versions.ts';
import { useStrings } from './version-fields.tsx';

const { conflicts } = lazyMessages;

/**
 * The choice of a version for each field that both sides changed, if both changes are kept. It scrolls into
 * view: the card that opens it may be at the lower edge.
 */
export function CollidingFields({
  fields,
  local,
  server,
  picked,
  onPick,
}: {
  readonly fields: readonly ComparedField[];
  readonly local: ConflictVersion;
  readonly server: ConflictVersion;
  readonly picked: Choice['picked'];
  readonly onPick: (field: ComparedField, side: 'local' | 'server') => void;
}) {
  const group = useId();
  const first = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const localStrings = useStrings(local);
  const serverStrings = useStrings(server);
  const sides = [
    { side: 'local', label: conflicts.fromDevice, textOf: localStrings },
    { side: 'server', label: conflicts.fromServer, textOf: serverStrings },
  ] as const;
  return fields.map((field, place) => (
    <fieldset
      key={field}
      ref={place === 0 ? first : null}
      className="mt-2 min-w-0 scroll-my-2 rounded-medium border border-line p-3"
    >
      <legend className="float-start mb-2 w-full font-strong">
        {conflicts.bothCollide(conflicts.fields[field])}
      </legend>
      <div className="clear-both grid gap-2 md:grid-cols-2">
        {sides.map(({ side, label, textOf }) => (
          <label
            key={side}
            className="flex min-h-11 min-w-0 cursor-pointer items-start gap-2 py-1.5"
          >
            <input
              type="radio"
              name={`${group}-${field}`}
              checked={picked[field] === side}
              onChange={() => onPick(field, side)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block text-meta text-ink-3">{label}</span>{' '}
              <span dir="auto" className="line-clamp-4 break-words whitespace-pre-wrap">
                {textOf(field)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  ));
}
