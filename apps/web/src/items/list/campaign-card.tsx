import { upNext } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { memo } from 'react';
import { listMessages } from '../../messages/list-messages.ts';
import { useFamily, useItem, useProgress } from '../../replica/index.ts';
import { Card } from '../../ui/display/card.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { ProgressBar } from '../../ui/display/progress.tsx';
import { TypeMark } from '../../ui/icons/type-mark.tsx';
import { DueText } from '../fields/due-text.tsx';
import { commandKeys, openCommand, useItemCommands } from '../dialogs/item-commands.ts';
import { ItemMenu } from '../dialogs/item-menu.tsx';
import { ItemStates } from '../fields/item-states.tsx';
import { LabelsText } from '../fields/labels-text.tsx';
import { StatusButton } from '../actions/status-button.tsx';
import { shownTitle } from '../fields/shown-names.ts';
import { useTabIndex } from '../actions/list-focus.ts';
import type { InTabOrder } from './item-row.tsx';

/** A campaign as a card: its flag, its texts, its progress. */
export const CampaignCard = memo(function CampaignCard({
  uuid,
  completed,
  tabStop,
}: InTabOrder & {
  readonly uuid: string;
  /** The item as its card shows it while the list drops it. */
  readonly completed?: LocalItem;
}) {
  const item = useItem(uuid);
  return item ? <Place item={completed ?? item} tabStop={tabStop} /> : null;
});

function Place({ item, tabStop }: InTabOrder & { readonly item: LocalItem }) {
  const commands = [openCommand(item), ...useItemCommands(item)];
  const { done, total } = useProgress(item.uuid);
  const { item: strings } = listMessages;
  return (
    <Card className="relative flex h-full flex-col overflow-clip transition-colors duration-100 hover:border-line-strong has-focus-visible:bg-accent-soft">
      <span aria-hidden="true" className="h-[3px] shrink-0 bg-campaign" />
      <div {...commandKeys(commands)} className="flex flex-1 flex-col gap-2 p-4 pt-3">
        <div className="flex items-start gap-2">
          <StatusButton item={item} tabIndex={-1} className="-mt-1 -ms-1.5" />
          <Link
            href={`/campaigns/${item.id}`}
            data-control="title"
            data-line=""
            tabIndex={useTabIndex(tabStop, item.uuid)}
            className="min-w-0 flex-1 text-lead font-strong after:absolute after:inset-0"
          >
            <span dir="auto" className="two-lines">
              {shownTitle(item.title)}
            </span>
          </Link>
          <span className="-mt-0.5 -me-2 inline-flex">
            <ItemMenu item={item} commands={commands} tabIndex={-1} />
          </span>
        </div>
        {item.description !== null && (
          <p dir="auto" className="two-lines text-ink-2">
            {item.description}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-1 text-meta text-ink-3">
          <span className="inline-flex items-center gap-1.5">
            <TypeMark type="campaign" size={14} />
            {strings.status(strings.statusLabels[item.status])}
          </span>
          <DueText item={item} />
          <LabelsText item={item} />
          <ItemStates item={item} tabIndex={-1} />
        </div>
        {item.status !== 'completed' && <NextLine uuid={item.uuid} />}
        {total > 0 && (
          <ProgressBar label={listMessages.progressLabel} completed={done} total={total} />
        )}
      </div>
    </Card>
  );
}

function NextLine({ uuid }: { readonly uuid: string }) {
  const [, ...below] = useFamily(uuid);
  const next = upNext(below);
  if (next === null) return null;
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-ink-2">
      <Icon icon={listIcons.next} size={14} className="text-accent-ink" />
      <span className="truncate">{listMessages.lists.upNextNamed(next.title)}</span>
    </p>
  );
}
