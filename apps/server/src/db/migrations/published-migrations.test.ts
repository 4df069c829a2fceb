import { createHash } from 'node:crypto';
import { migrations } from './index.ts';

/**
 * The beginning of the SHA-256 of each migration that a server may have run. A new one joins once it is on
 * main.
 */
const published = {
  '0001-expand-foundation': '4ba5e0b7eec0f3e4',
  '0002-expand-forgetting': 'b7bd5ada066cc3d7',
  '0003-expand-people': 'faa3ae3a73b8b5c2',
  '0004-expand-rights': 'c55f6d921f511255',
  '0005-expand-runs': '518423302b1e7160',
  '0006-expand-run-ends': '944026453e5d0506',
  '0007-expand-ended': 'b70e7f877e0b6e1e',
  '0008-expand-lives': 'd2bf265b51ddd51c',
  '0009-expand-priority': 'c60e7c5dd645b115',
  '0010-expand-due-time': 'f6810816e3e9707a',
  '0011-expand-labels': 'a8bfe35847ace71d',
  '0012-expand-changed-by': 'ee1b5a6e1c297f0a',
  '0013-expand-repeat': '8d60f70aa83c6376',
  '0014-expand-sign-in': '9fe7c1180eeacc05',
  '0015-expand-account-notices': 'd2ae84077d19de35',
  '0016-expand-resets': '76044022f4a0c505',
  '0018-expand-blocks': '4d2ecb2b4381f35b',
  '0019-expand-log-erasure': '8e86dde81c7d1137',
  '0020-expand-usage': '2337cace3cc11ffb',
  '0022-expand-key-names': 'fa9fc55d0a3ccdf7',
  '0023-expand-security-events': '7372f82939d9540f',
  '0024-expand-numbers': '4fd718618ebb2ddf',
  '0027-expand-code-purposes': 'e8796580de6fb60a',
  '0028-expand-ops-of-items': '5f3361cfa4517b77',
  '0029-expand-recovery-codes': '26ab52cf23c740b2',
  '0030-expand-clean-up': '5e83ba92a43f4cbf',
  '0031-expand-assets': 'cb50bdd84cce3694',
  '0033-expand-reports-of-user': '49e8ced4dc8af925',
  '0034-expand-search-folded': '2a0cef9a30e7fd26',
  '0036-expand-cookie-name': '9b974d74e0d138fb',
  '0037-expand-taken-numbers': '0abb52db42109c69',
  '0038-expand-occurrence-day': '6b6d1a2fae9141b3',
  '0039-expand-operator': '1658bd0978f11da5',
  '0040-expand-private-rows': 'b81199dfaba65ed7',
  '0041-expand-invited-account': '1e415899314f8326',
  '0042-expand-nodes': '9db16f041d791e7d',
  '0043-expand-invitation-attempts': '8b85b1818bb96b2e',
  '0044-expand-position': '8f7e5512818e2565',
};

test('a published migration never changes: a new column needs a new migration', () => {
  const hashes = Object.entries(migrations).map(([name, text]) => [
    name,
    createHash('sha256').update(text).digest('hex').slice(0, 16),
  ]);
  expect(Object.fromEntries(hashes)).toEqual(published);
});
