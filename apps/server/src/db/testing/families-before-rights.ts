import type { Access, Owner, Row } from './older-release.ts';

const [ann, bob, cid, gone] = [1000, 1001, 1002, 1003];

/** The user whose account was deleted. */
export const erased: Owner = { id: gone, phone: null };

/** Three people, and the user whose account was deleted. */
export const owners: readonly Owner[] = [
  ...[ann, bob, cid].map((id) => ({ id, phone: `+1555300${id}` })),
  erased,
];

/** Every family of a campaign, a task and a todo of three people, and those of a deleted account. */
export function everyFamily(): readonly Row[] {
  const rows: Row[] = [];
  let id = 10_000_000;
  const put = (row: Pick<Row, 'type' | 'user_id' | 'assigned_to' | 'isDeleted'>, above?: Row) => {
    const parent_id = above?.id ?? null;
    const isErased = row.user_id === gone;
    const made = { ...row, id, parent_id, root_id: above?.root_id ?? id, isErased };
    rows.push(made);
    id += 1;
    return made;
  };
  for (const isDeleted of [false, true]) {
    for (const [user_id, assigned_to] of [
      [ann, null],
      [ann, bob],
      [bob, cid],
      [gone, null],
    ] as const) {
      const isGone = isDeleted || user_id === gone;
      for (const taskOwner of [ann, bob, cid, gone]) {
        for (const taskAssignee of [null, cid]) {
          for (const todoOwner of [ann, bob, cid]) {
            for (const todoAssignee of [null, ann, cid]) {
              const deletedCampaign = {
                type: 'campaign',
                user_id,
                assigned_to,
                isDeleted: isGone,
              } as const;
              const campaign = put(deletedCampaign);
              const isTaskGone = taskOwner === gone || (todoOwner === bob && isDeleted);
              const part = { user_id: taskOwner, assigned_to: isTaskGone ? null : taskAssignee };
              const task = put({ ...part, type: 'task', isDeleted: isTaskGone }, campaign);
              const todo = { user_id: todoOwner, assigned_to: todoAssignee, isDeleted: false };
              put({ ...todo, type: 'todo' }, task);
              put({ ...todo, type: 'todo', isDeleted: true }, task);
            }
          }
        }
      }
    }
  }
  return rows;
}

/** The access rows by the former rules: own and assigned items, over undeleted ancestors, at any place. */
export function accessBefore(rows: readonly Row[]): readonly Access[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lineOf = (row: Row): readonly Row[] => {
    const parent = byId.get(row.parent_id ?? 0);
    return parent === undefined || parent.isDeleted ? [row] : [row, ...lineOf(parent)];
  };
  const access = new Map<string, Omit<Access, 'seq'>>();
  for (const row of rows) {
    const { id: item_id, root_id } = row;
    for (const user_id of [ann, bob, cid]) {
      const isOwner = lineOf(row).some((one) => one.user_id === user_id);
      const isHeld = isOwner || lineOf(row).some((one) => one.assigned_to === user_id);
      if (!isHeld) continue;
      const permission = isOwner ? 'manage' : 'contribute';
      const removed = row.isDeleted;
      // Some users lost access to the item before it was deleted, and saw it again.
      const wasOut = removed && item_id % 3 === 0;
      const reason = wasOut ? ('hidden' as const) : removed ? ('deleted' as const) : null;
      access.set(`${user_id} ${item_id}`, {
        user_id,
        item_id,
        root_id,
        permission,
        removed,
        reason,
      });
      if (removed) continue;
      for (const { id: above } of lineOf(row).slice(1)) {
        const key = `${user_id} ${above}`;
        if (access.get(key)?.removed !== false) {
          const view = { user_id, item_id: above, root_id, permission: 'view' } as const;
          access.set(key, { ...view, removed: false, reason: null });
        }
      }
    }
  }
  const heads = new Map<number, number>();
  return [...access.values()].map((row) => {
    const seq = (heads.get(row.user_id) ?? 0) + 1;
    heads.set(row.user_id, seq);
    return { ...row, seq };
  });
}
