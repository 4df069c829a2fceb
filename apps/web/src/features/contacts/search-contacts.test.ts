import { searchContacts } from './search-contacts.ts';

const contact = (id: number, name: string, phone: string) => ({
  id,
  user_id: 1000,
  name,
  contact_phone: phone,
});
const all = [
  contact(1002, 'Zoë Ägidius', '+4915112345678'),
  contact(1001, 'Ada Lovelace', '+15550104477'),
];
const found = (typed: string) => searchContacts(all, typed).map(({ id }) => id);

test('contacts are found by name in any case, and by number however it is written', () => {
  expect(found('')).toEqual([1001, 1002]);
  expect(found('  LOVE ')).toEqual([1001]);
  expect(found('zoë')).toEqual([1002]);
  expect(found('+1 555-010')).toEqual([1001]);
  expect(found('151 123')).toEqual([1002]);
  expect(found('Ada 1')).toEqual([]);
});
