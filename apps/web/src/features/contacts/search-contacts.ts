import { foldForSearch, phoneDigits } from '@foray/domain';
import type { LocalContact } from '@foray/sync';

/** The contacts whose name or number contains `typed`, by name; all of them if it is empty. */
export function searchContacts(
  contacts: readonly LocalContact[],
  typed: string,
): readonly LocalContact[] {
  const needle = foldForSearch(typed).trim();
  const digits = phoneDigits(needle);
  // '0151' is also searched in numbers, 'Ada 2' in names only.
  const isNumber = digits !== '' && /^[\d\s+().\-/]+$/.test(needle);
  return contacts
    .filter(
      ({ name, contact_phone: phone }) =>
        foldForSearch(name).includes(needle) || (isNumber && phoneDigits(phone).includes(digits)),
    )
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}
