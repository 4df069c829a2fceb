import { foundation } from './0001-expand-foundation.ts';
import { forgetting } from './0002-expand-forgetting.ts';
import { people } from './0003-expand-people.ts';
import { rights } from './0004-expand-rights.ts';
import { runs } from './0005-expand-runs.ts';
import { runEnds } from './0006-expand-run-ends.ts';
import { ended } from './0007-expand-ended.ts';
import { lives } from './0008-expand-lives.ts';
import { priority } from './0009-expand-priority.ts';
import { dueTime } from './0010-expand-due-time.ts';
import { labels } from './0011-expand-labels.ts';
import { changedBy } from './0012-expand-changed-by.ts';
import { repeat } from './0013-expand-repeat.ts';
import { signIn } from './0014-expand-sign-in.ts';
import { accountNotices } from './0015-expand-account-notices.ts';
import { resets } from './0016-expand-resets.ts';
import { blocks } from './0018-expand-blocks.ts';
import { logErasure } from './0019-expand-log-erasure.ts';
import { usage } from './0020-expand-usage.ts';
import { keyNames } from './0022-expand-key-names.ts';
import { securityEvents } from './0023-expand-security-events.ts';
import { numbers } from './0024-expand-numbers.ts';
import { codePurposes } from './0027-expand-code-purposes.ts';
import { opsOfItems } from './0028-expand-ops-of-items.ts';
import { recoveryCodes } from './0029-expand-recovery-codes.ts';
import { cleanUps } from './0030-expand-clean-up.ts';
import { assets } from './0031-expand-assets.ts';
import { reportsOfUser } from './0033-expand-reports-of-user.ts';
import { searchFolded } from './0034-expand-search-folded.ts';
import { cookieName } from './0036-expand-cookie-name.ts';
import { takenNumbers } from './0037-expand-taken-numbers.ts';
import { occurrenceDay } from './0038-expand-occurrence-day.ts';
import { operator } from './0039-expand-operator.ts';
import { privateRows } from './0040-expand-private-rows.ts';
import { invitedAccount } from './0041-expand-invited-account.ts';
import { nodes } from './0042-expand-nodes.ts';
import { invitationAttempts } from './0043-expand-invitation-attempts.ts';
import { position } from './0044-expand-position.ts';

/**
 * All migrations by name, in order; plain SQL, one transaction each. A published migration never changes.
 * Each is compatible with the last release: expand (add), and in a later release contract (remove what no
 * running code uses), so that nodes of two releases can share a database. The prefix of the name says which
 * of the two it is, and a row that it adds to `meta` names the last migration that a node has to know to
 * run beside it (decision 0136).
 */
export const migrations: Readonly<Record<string, string>> = {
  '0001-expand-foundation': foundation,
  '0002-expand-forgetting': forgetting,
  '0003-expand-people': people,
  '0004-expand-rights': rights,
  '0005-expand-runs': runs,
  '0006-expand-run-ends': runEnds,
  '0007-expand-ended': ended,
  '0008-expand-lives': lives,
  '0009-expand-priority': priority,
  '0010-expand-due-time': dueTime,
  '0011-expand-labels': labels,
  '0012-expand-changed-by': changedBy,
  '0013-expand-repeat': repeat,
  '0014-expand-sign-in': signIn,
  '0015-expand-account-notices': accountNotices,
  '0016-expand-resets': resets,
  '0018-expand-blocks': blocks,
  '0019-expand-log-erasure': logErasure,
  '0020-expand-usage': usage,
  '0022-expand-key-names': keyNames,
  '0023-expand-security-events': securityEvents,
  '0024-expand-numbers': numbers,
  '0027-expand-code-purposes': codePurposes,
  '0028-expand-ops-of-items': opsOfItems,
  '0029-expand-recovery-codes': recoveryCodes,
  '0030-expand-clean-up': cleanUps,
  '0031-expand-assets': assets,
  '0033-expand-reports-of-user': reportsOfUser,
  '0034-expand-search-folded': searchFolded,
  '0036-expand-cookie-name': cookieName,
  '0037-expand-taken-numbers': takenNumbers,
  '0038-expand-occurrence-day': occurrenceDay,
  '0039-expand-operator': operator,
  '0040-expand-private-rows': privateRows,
  '0041-expand-invited-account': invitedAccount,
  '0042-expand-nodes': nodes,
  '0043-expand-invitation-attempts': invitationAttempts,
  '0044-expand-position': position,
};
