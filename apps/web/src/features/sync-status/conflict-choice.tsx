import type { ComparedField } from '@foray/domain';
import { changerOf, type Conflict } from '@foray/sync';
import { useId } from 'react';
import { formatMoment } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useDisplayName } from '../../items/fields/shown-names.ts';
import { useRow, useSession } from '../../replica/index.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { ChoiceCard } from './choice-card.tsx';
import { CollidingFields } from './colliding-fields.tsx';
import type { Choice } from './conflict-decision.ts';
import { conflictVersions } from './conflict-versions.ts';
import type { ConflictVersions } from './conflict-versions.ts';
import { VersionFields } from './version-fields.tsx';

const { conflicts } = lazyMessages;

function Consequence({ children }: { readonly children: string }) {
  return (
    <p className="flex gap-1.5 text-ink-2">
      <Icon icon={listIcons.warning} size={16} className="mt-0.5 shrink-0 text-warning-ink" />
      {children}
    </p>
  );
}

/** The person who changed or deleted a version, and the time to the minute. */
function Author({
  text,
  at,
  by,
  ownId,
  you = conflicts.youElsewhere,
}: {
  readonly text: (moment: string, by: string) => string;
  readonly at: string;
  readonly by: number | null;
  readonly ownId: number;
  readonly you?: string;
}) {
  const name = useDisplayName(by ?? ownId);
  const known = by === null || name === '' ? conflicts.somebody : name;
  return (
    <p className="text-meta text-pretty text-ink-3 wrap-anywhere">
      {text(formatMoment(at), by === ownId ? you : known)}
    </p>
  );
}

function LocalText({ versions }: { readonly versions: ConflictVersions }) {
  switch (versions.localMeans) {
    case 'delete':
      return <Consequence>{conflicts.deletedHere}</Consequence>;
    case 'restore':
      return <p>{conflicts.restores}</p>;
    case 'newItem':
      return <p>{conflicts.becomesNew}</p>;
    case 'change':
      return null;
  }
}

function fieldNames(fields: readonly (keyof typeof conflicts.fields)[]): string {
  return fields.map((field) => conflicts.fields[field].toLowerCase()).join(', ');
}

/** The server's version, or the author and the consequence of its deletion. */
function ServerVersion({
  conflict: { deletion },
  versions: { local, server, fields, happened },
  ownId,
}: {
  readonly conflict: Conflict;
  readonly versions: ConflictVersions;
  readonly ownId: number;
}) {
  if (server) {
    const { updated_at: at, updated_by: by = null } = server;
    return (
      <>
        <Author text={conflicts.modified} at={at} by={by} ownId={ownId} />
        <VersionFields version={server} other={local} fields={fields} />
      </>
    );
  }
  return (
    <>
      {deletion && (
        <Author text={conflicts.deleted} at={deletion.at} by={deletion.by} ownId={ownId} />
      )}
      <Consequence>
        {happened === 'hidden' ? conflicts.hiddenThere : conflicts.deletedThere}
      </Consequence>
    </>
  );
}

/** One conflict: both versions with their differences marked, and the choice (CONF-02). */
export function ConflictChoice({
  conflict,
  choice,
  onChoose,
}: {
  readonly conflict: Conflict;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Pick<Choice, 'keep' | 'picked'>) => void;
}) {
  const group = useId();
  const row = useRow(conflict.uuid);
  const session = useSession();
  const ownId = session.kind === 'user' ? session.user.id : 0;
  const versions = conflictVersions(conflict, row);
  const { local, server, fields, both, happened } = versions;
  const keep = choice?.keep;
  const choose = (kept: Choice['keep']) => () =>
    onChoose({ keep: kept, picked: choice?.picked ?? {} });
  const pick = (field: ComparedField, side: 'local' | 'server') =>
    onChoose({ keep: 'both', picked: { ...choice?.picked, [field]: side } });
  const isHidden = happened === 'hidden';
  const type = (conflict.server ?? row ?? conflict.base)?.type ?? 'todo';
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{conflicts.versions(versions.title)}</legend>
      <div className="mb-3 flex gap-2.5">
        <TypeMark type={type} size={20} />
        <div className="min-w-0">
          <h3 dir="auto" className="font-strong break-words">
            {versions.title}
          </h3>
          <p className="text-meta text-ink-3">{conflicts.happened[happened]}</p>
        </div>
      </div>
      <div className="grid gap-2 md:grid-cols-2">
        {local && (
          <ChoiceCard
            group={group}
            label={versions.localMeans === 'newItem' ? conflicts.keepAsNew : conflicts.keepLocal}
            isChosen={keep === 'local'}
            onChoose={choose('local')}
          >
            <Author
              text={conflicts.modified}
              at={local.updated_at}
              by={changerOf(local, ownId)}
              ownId={ownId}
              you={conflicts.you}
            />
            <LocalText versions={versions} />
            <VersionFields version={local} other={server ?? conflict.base} fields={fields} />
          </ChoiceCard>
        )}
        <ChoiceCard
          group={group}
          label={isHidden ? conflicts.discard : conflicts.keepServer}
          isChosen={keep === 'server'}
          onChoose={choose('server')}
        >
          <ServerVersion conflict={conflict} versions={versions} ownId={ownId} />
        </ChoiceCard>
        {both && (
          <ChoiceCard
            group={group}
            label={conflicts.keepBoth}
            isChosen={keep === 'both'}
            onChoose={choose('both')}
            wide
          >
            <p>
              {conflicts.bothText(
                fieldNames(both.local),
                fieldNames(both.server),
                fieldNames(both.colliding),
              )}
            </p>
          </ChoiceCard>
        )}
      </div>
      {both && local && server && keep === 'both' && (
        <CollidingFields
          fields={both.colliding}
          local={local}
          server={server}
          picked={choice?.picked ?? {}}
          onPick={pick}
        />
      )}
    </fieldset>
  );
}
