import type { Connection } from '../../db/tables/schema.ts';
import type { Keys } from '../../config/keys.ts';
import { addressGroup, networkOf } from './address-groups.ts';
import { createCodeLimits } from './code-limits.ts';
import type { SignInRequester } from './code-limits.ts';
import { createEventCounter } from './event-counter.ts';
import type { Bound, SubjectBound } from './event-counter.ts';
import type { RefusalBound } from './refusal-bounds.ts';
import { createSharedCodeLimits } from './shared-code-limits.ts';
import type { CodeBudget, NearBound } from './shared-code-limits.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** These are counted in the database, so that they apply across nodes (product.md, "Signing in"). */
const bounds = {
  signInByAddress: { name: 'sign-in address', most: 40, windowMs: minuteMs },
  signInByNetwork: { name: 'sign-in network', most: 400, windowMs: minuteMs },
  readingByAddress: { name: 'invitation address', most: 40, windowMs: minuteMs },
  readingByNetwork: { name: 'invitation network', most: 400, windowMs: minuteMs },
  contactsByUser: { name: 'contacts user', most: 20, windowMs: 10 * minuteMs },
  numbersByUser: { name: 'number user', most: 10, windowMs: dayMs },
  exportsByUser: { name: 'export user', most: 5, windowMs: dayMs },
  invitationsByUser: { name: 'invitations user', most: 20, windowMs: dayMs },
  reportsByUser: { name: 'reports user', most: 20, windowMs: dayMs },
} as const satisfies Record<string, Bound>;

export type Limits = ReturnType<typeof createLimits>;

/**
 * Limits of signing in, of imports and of reports. Each returns how many seconds to wait, or null if the
 * event is allowed; all allow everything if `isOn` is false. The sender is limited before the number that
 * they name, so that nobody can lock out somebody else.
 */
export function createLimits(ports: {
  readonly db: Connection;
  readonly keys: Keys;
  readonly nowMs: () => number;
  readonly isOn: boolean;
  readonly codes: CodeBudget;
  /** Called for each refusal, with the name of the limit. */
  readonly onRefused: (bound: RefusalBound) => void;
  /** Called when 80 % of a shared limit are used, once an hour for all nodes. */
  readonly onNear: (near: NearBound) => void;
}) {
  const { isOn, onRefused } = ports;
  const counter = createEventCounter(ports);
  const shared = createSharedCodeLimits({ ...ports, counter });
  const refused = (bound: Bound) => {
    onRefused(bound.name);
    return counter.secondsLeft(bound);
  };
  const firstOver = async (checks: readonly SubjectBound[]) => {
    if (!isOn) return null;
    for (const [bound, subject] of checks) {
      if ((await counter.take(bound, subject, bound.most)) === null) return refused(bound);
    }
    return null;
  };
  const ofUser = (bound: Bound) => (userId: number) => firstOver([[bound, String(userId)]]);

  return {
    signIn: ({ address }: SignInRequester) =>
      firstOver([
        [bounds.signInByAddress, addressGroup(address)],
        [bounds.signInByNetwork, networkOf(address)],
      ]),
    readInvitation: ({ address }: Pick<SignInRequester, 'address'>) =>
      firstOver([
        [bounds.readingByAddress, addressGroup(address)],
        [bounds.readingByNetwork, networkOf(address)],
      ]),
    ...createCodeLimits({ isOn, counter, shared, refused }),
    isFirstUse: counter.isFirstUse,
    contacts: ofUser(bounds.contactsByUser),
    number: ofUser(bounds.numbersByUser),
    export: ofUser(bounds.exportsByUser),
    reports: ofUser(bounds.reportsByUser),
    invitations: ofUser(bounds.invitationsByUser),
  };
}
