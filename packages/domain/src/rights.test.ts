import { describe, expect, test } from 'vitest';
import type { ItemAction } from './rights.ts';
import { may, permissionOf } from './rights.ts';

const me = 1000;
const others = { user_id: 1001, assigned_to: null };
const mine = { user_id: me, assigned_to: null };
const forMe = { user_id: 1001, assigned_to: me };

describe('a right', () => {
  test.each([
    ['owner', mine, [], false, 'manage'],
    ['owner of the parent', others, [mine], false, 'manage'],
    ['owner of the campaign', others, [others, mine], false, 'manage'],
    ['owner of an ancestor and assignee', forMe, [mine], false, 'manage'],
    ['assignee', forMe, [], false, 'contribute'],
    ['assignee of an ancestor', others, [others, forMe], false, 'contribute'],
    ['assignee who also has a right below', forMe, [], true, 'contribute'],
    ['somebody with a right below', others, [others], true, 'view'],
    ['a stranger', others, [others], false, null],
  ] as const)('of %s', (_who, item, ancestors, hasRightBelow, permission) => {
    expect(permissionOf(me, item, ancestors, hasRightBelow)).toBe(permission);
  });

  test('nobody is not the guest', () => {
    expect(permissionOf(0, others, [], false)).toBe(null);
    expect(permissionOf(0, { user_id: 0, assigned_to: null }, [], false)).toBe('manage');
  });
});

describe('what a right allows', () => {
  const actions: ItemAction[] = ['read', 'edit', 'assign', 'addChild', 'move', 'delete', 'restore'];
  test.each([
    ['manage', actions],
    ['contribute', ['read', 'edit', 'assign', 'addChild']],
    ['view', ['read']],
    [null, []],
  ] as const)('%s', (permission, allowed) => {
    expect(actions.filter((action) => may(permission, action))).toEqual(allowed);
  });
});
