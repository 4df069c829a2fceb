import type { ClientNotice } from './client-state.ts';
import { Notices } from './notices.ts';

const signedOut: ClientNotice = { kind: 'signedOut', waiting: 0 };
const left: ClientNotice = { kind: 'accountLeft' };

test('[AUTH-01] earlier notices are shown once, in order, when the screen has loaded', () => {
  const notices = new Notices();
  const all: ClientNotice[] = [];
  notices.on((notice) => all.push(notice));
  notices.notify(left);
  notices.notify(signedOut);
  const shown: ClientNotice[] = [];
  const stop = notices.show((notice) => shown.push(notice));
  expect(shown).toEqual([left, signedOut]);
  stop();
  notices.notify(signedOut);
  const later: ClientNotice[] = [];
  notices.show((notice) => later.push(notice));
  expect(later).toEqual([]);
  notices.notify(left);
  expect([all.length, shown.length, later.length]).toEqual([4, 2, 1]);
});
