import { headsToLock, type ChangeOutcome } from './outcome.ts';
import type { OpRow } from './rows.ts';

test("an outcome locks the heads of the request's user and of users whose rows keep their place, each once", () => {
  const row = { item_id: 7, root_id: 7, permission: 'view', seq: 1, removed: true } as const;
  const kept = { ...row, reason: 'hidden', behind: null } as const;
  const access: ChangeOutcome['access'] = [
    { ...kept, user_id: 1001 },
    { ...kept, user_id: 1002, behind: 0 },
    { ...kept, user_id: 1001, item_id: 8 },
  ];
  const op: OpRow = {
    user_id: 1000,
    op_id: 'op',
    fingerprint: '',
    status: 200,
    code: null,
    fields: null,
    item_id: 7,
    version: 2,
  };
  const of = (user_id: number) => ({ user_id, by: 0 });
  expect(headsToLock({ op, access })).toEqual([of(1000), of(1001)]);
  expect(headsToLock({ op: null, access })).toEqual([of(1001)]);
  expect(headsToLock({ op: null, access: [] })).toEqual([]);
});
