import { sampleUsers } from '@foray/domain';
import type { UserRow } from '../store/rows.ts';

const since = '2024-01-01T00:00:00.000Z';

/**
 * The four sample users of every assignee picker (product.md, "Screens"): in every store from the start,
 * without phones, unable to sign in, and never given access rows.
 */
export const samplePeople: readonly UserRow[] = sampleUsers.map(({ id, name }) => ({
  id,
  phone: null,
  name,
  placeholder: false,
  phone_verified_at: null,
  created_at: since,
  updated_at: since,
}));
