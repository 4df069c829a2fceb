import type { UserRow } from './rows.ts';

const since = '2024-01-01T00:00:00.000Z';

/**
 * The four people of every assignee picker (product.md, "Screens"): seeded in every store, without
 * phones, unable to sign in, and never given access rows.
 */
export const samplePeople: readonly UserRow[] = [
  'Alex Johnson',
  'Sam Lee',
  'Maria Garcia',
  'Chen Wei',
].map((name, index) => ({
  id: index + 1,
  phone: null,
  name,
  placeholder: false,
  phone_verified_at: null,
  created_at: since,
  updated_at: since,
}));

/** The lowest id of a person who can sign in; 1 to 4 are the sample people, 0 is the guest. */
export const firstPersonId = 1000;
/** The lowest id of an item on the server. */
export const firstItemId = 10_000_000;
