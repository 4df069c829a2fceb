import { applyLabels, common, labelsBetween, mayWith } from '@foray/domain';
import type { ItemAct, LocalItem } from '@foray/sync';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import {
  assigneesOf,
  familyOf,
  rootOf,
  treeOf,
  useClient,
  useInbox,
  useReplica,
  useUserId,
} from '../../replica/index.ts';
import type { Replica } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx';
import { Dialog, Sheet } from '../../ui/layers/dialog.tsx';
import { People } from '../dialogs/assign-dialog.tsx';
import { Losses } from '../dialogs/lost-items.tsx';
import { Places } from '../dialogs/move-dialog.tsx';
import { mayMoveTo, moveEffects } from '../dialogs/move-effects.ts';
import type { MoveEffects } from '../dialogs/move-effects.ts';
import { asksBefore, MoveQuestion } from '../dialogs/move-question.tsx';
import { LabelsField } from '../fields/labels-field.tsx';
import { fromBelow, planEdit } from './bulk-acts.ts';
import type { BulkPlan } from './bulk-acts.ts';

const { selecting: strings } = lazyMessages;

/** The props of a question about several items, as they were shown when it was asked. */
interface BulkDialogProps {
  readonly items: readonly LocalItem[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onPlan: (plan: BulkPlan) => void;
}

/** A question about several items. */
export type BulkQuestion = keyof typeof dialogs;

/** Adds labels to all items, and removes those that all of them have. */
function ManyLabels({ items, open, onOpenChange, onPlan }: BulkDialogProps) {
  const [shared] = useState(() =>
    items.reduce<readonly string[]>(
      (all, { labels }) => common(all, labels),
      items[0]?.labels ?? [],
    ),
  );
  const [labels, setLabels] = useState(shared);
  const save = () => {
    onOpenChange(false);
    const change = labelsBetween(shared, labels);
    if (change.add.length + change.remove.length > 0)
      onPlan(planEdit('labels', items, { change: {}, labels: change }));
  };
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={strings.labelsTitle(items.length)}
      footer={
        <Button variant="primary" onClick={save}>
          {lazyMessages.scheduling.done}
        </Button>
      }
    >
      <LabelsField
        labels={labels}
        labelHidden
        hasFocus={false}
        onChange={(change) => setLabels((now) => applyLabels(now, change))}
      />
    </Sheet>
  );
}

/** Assigns all items to a person whom each of them can have, or to nobody. */
function ManyAssignees({ items, open, onOpenChange, onPlan }: BulkDialogProps) {
  const client = useClient();
  const [assignees] = useState(() => {
    const replica = client.replica.get();
    const roots = new Set(items.map(({ uuid }) => rootOf(replica, uuid)?.uuid ?? uuid));
    const [first = [], ...others] = [...roots].map((uuid) => assigneesOf(client, uuid));
    return first.filter(({ id }) => others.every((some) => some.some((one) => one.id === id)));
  });
  const ids = new Set(items.map((item) => item.assigned_to));
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={strings.assignTitle(items.length)}>
      <People
        assignees={assignees}
        chosenId={ids.size === 1 ? items[0]?.assigned_to : undefined}
        onChoose={(id) => {
          onOpenChange(false);
          onPlan(planEdit('assign', items, { change: { assigned_to: id } }));
        }}
      />
    </Sheet>
  );
}

/** Moves all items that can be there to the top level, or under a campaign or task. */
function ManyPlaces({ items, open, onOpenChange, onPlan }: BulkDialogProps) {
  const replica = useReplica();
  const { contacts } = useInbox();
  const ownId = useUserId();
  const [asked, setAsked] = useState<{ place: string | null; effects: MoveEffects } | null>(null);
  const movable = items.filter(
    (item) => item.type !== 'campaign' && mayWith(item, item.permission, 'move'),
  );
  const parents = new Set(items.map((item) => item.parent_uuid));
  const move = (place: string | null) => {
    const moved = items.filter((item) => item.parent_uuid !== place);
    onPlan({
      what: 'move',
      acts: moved.map((item) => ({ uuid: item.uuid, parentUuid: place, snapshot: item })),
      leftOut: { already: items.length - moved.length },
    });
  };
  const choose = (place: string | null) => {
    onOpenChange(false);
    const user = { id: ownId, contacts: new Set(contacts.map(({ id }) => id)) };
    const moving = movable.filter((item) => item.parent_uuid !== place);
    const effects = mergedEffects(moving.map((item) => moveEffects(replica, user, item, place)));
    if (asksBefore(effects, ownId)) setAsked({ place, effects });
    else move(place);
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={strings.moveTitle(items.length)}
        size="medium"
      >
        <Places
          type={movable.some(({ type }) => type === 'task') ? 'task' : 'todo'}
          parentUuid={parents.size === 1 ? ([...parents][0] ?? null) : undefined}
          mayBeAt={(place) => movable.some((item) => mayMoveTo(replica, ownId, item, place))}
          onChoose={choose}
        />
      </Dialog>
      {asked !== null && (
        <MoveQuestion
          title={strings.moveQuestion(items.length)}
          effects={asked.effects}
          onClose={() => setAsked(null)}
          onMove={() => move(asked.place)}
        />
      )}
    </>
  );
}

/** The effects of several moves to one place. */
function mergedEffects(all: readonly MoveEffects[]): MoveEffects {
  const before = new Map(all.flatMap((one) => one.before.map((item) => [item.uuid, item])));
  const after = new Map(before);
  for (const one of all) {
    for (const item of one.after) {
      if (!one.before.includes(item)) after.set(item.uuid, { ...after.get(item.uuid), ...item });
    }
  }
  const sum = (count: (effects: MoveEffects) => number) =>
    all.reduce((total, effects) => total + count(effects), 0);
  return {
    othersRoot: all.find(({ othersRoot }) => othersRoot !== null)?.othersRoot ?? null,
    cleared: sum(({ cleared }) => cleared),
    left: sum(({ left }) => left),
    before: [...before.values()],
    after: [...after.values()],
  };
}

/** The selected items that no other one contains, and everything below them that is not selected. */
function familiesOf(replica: Replica, items: readonly LocalItem[]) {
  const selected = new Set(items.map(({ uuid }) => uuid));
  const families = new Map(items.map((item) => [item, familyOf(replica, item.uuid)]));
  const inside = new Set([...families.values()].flatMap(([, ...below]) => below));
  const below = [...inside].filter(({ uuid }) => !selected.has(uuid));
  const isInside = new Set([...inside].map(({ uuid }) => uuid));
  return { families, below, topmost: items.filter(({ uuid }) => !isInside.has(uuid)), selected };
}

/** Asks before several items are deleted: they alone, or with exactly those below that the dialog counts. */
function ManyDeletes({ items, open, onOpenChange, onPlan }: BulkDialogProps) {
  const replica = useReplica();
  const [{ families, below, topmost, selected }] = useState(() => familiesOf(replica, items));
  const snapshots = new Map([...items, ...below].map((item) => [item.uuid, item]));
  const act = (item: LocalItem, children: readonly LocalItem[]): ItemAct => ({
    uuid: item.uuid,
    withChildren: children.map(({ uuid }) => uuid),
    snapshots,
  });
  const onlyThese = () =>
    onPlan({ what: 'delete', acts: fromBelow(items).map((item) => act(item, [])) });
  const withBelow = () => {
    const isOwn = (item: LocalItem) => mayWith(item, item.permission, 'delete');
    const whole = topmost.filter((item) => families.get(item)?.every(isOwn));
    const count = whole
      .flatMap((item) => families.get(item) ?? [])
      .filter(({ uuid }) => selected.has(uuid)).length;
    const acts = whole.map((item) => act(item, families.get(item)?.slice(1) ?? []));
    onPlan({ what: 'delete', acts, count, leftOut: { notYours: items.length - count } });
  };
  const roots = new Map(
    items.map(({ uuid }) => [rootOf(replica, uuid)?.uuid ?? uuid, uuid] as const),
  );
  const before = treeOf([...roots.values()].flatMap((uuid) => treeAround(replica, uuid)));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={strings.deleteTitle(items.length)}
      body={
        <>
          <p>{below.length > 0 ? strings.containsMore(below.length) : strings.deleteText}</p>
          <Losses
            before={before}
            after={before.map((one) =>
              selected.has(one.uuid) ? { ...one, isDeleted: true } : one,
            )}
          />
        </>
      }
      confirmLabel={below.length > 0 ? strings.onlyThese : lazyMessages.delete}
      onConfirm={onlyThese}
      {...(below.length > 0 && {
        alternative: { label: strings.withItems(below.length), onConfirm: withBelow },
      })}
    />
  );
}

function treeAround(replica: Replica, uuid: string): readonly LocalItem[] {
  return familyOf(replica, rootOf(replica, uuid)?.uuid ?? uuid);
}

const dialogs = {
  labels: ManyLabels,
  assign: ManyAssignees,
  move: ManyPlaces,
  delete: ManyDeletes,
};

/** The dialog of a question about several items. */
export function BulkDialog({ kind, ...shared }: BulkDialogProps & { readonly kind: BulkQuestion }) {
  const Asked = dialogs[kind];
  return <Asked {...shared} />;
}
