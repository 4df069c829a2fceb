import type { AuthMode } from '@foray/contract';
import type { NewSession, SessionStore } from '../account/sessions.ts';

/** A new session of a user who is not suspended. */
export async function newSession(
  sessions: Pick<SessionStore, 'create'>,
  userId: number,
  atMs: number,
  mode: AuthMode = 'open',
): Promise<NewSession> {
  const made = await sessions.create(userId, mode, 'a browser', atMs);
  if (made === 'suspended') throw new Error('the account is suspended');
  return made;
}
