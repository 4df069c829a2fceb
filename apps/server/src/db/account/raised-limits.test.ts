import { raisedHoldings } from './raised-limits.ts';

test('[ADMIN-02] megabytes are raised as bytes, and 0 stands for a limit that was not raised', () => {
  expect(raisedHoldings({ megabytes: 2 })).toEqual({
    items_per_account: 0,
    bytes_per_account: 2_000_000,
  });
  expect(raisedHoldings(null)).toEqual({ items_per_account: 0, bytes_per_account: 0 });
});
