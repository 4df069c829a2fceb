import { StartupFailure, reasonOf } from '@foray/embedded-postgres';
import { readFileSync } from 'node:fs';
import { readVariables } from '../config/environment.ts';
import { createInvitations, endOf, listedMost } from '../db/account/invitations.ts';
import { newestOf, plainText, tableOf } from '../operator/table.ts';
import type { CommandScene } from './command.ts';
import { readInvitees } from './invite-arguments.ts';
import type { InviteCommand, InvitedSource } from './invite-arguments.ts';

/**
 * Carries out a command of `npm run invite`, and returns the text to print.
 * @throws {StartupFailure} 'config' if the file names nobody, or there is no such invitation.
 */
export async function answerInvite(
  { database, env }: CommandScene,
  command: InviteCommand,
  nowMs: number,
): Promise<string> {
  const invitations = createInvitations(database.kysely);
  switch (command.kind) {
    case 'make': {
      const { days, opensExisting } = command;
      const how = { days, opensExisting, madeBy: null };
      const made = await invitations.make(peopleOf(command.from), how, nowMs);
      const links = made.map(({ id, phone, name, token }) => ({
        id,
        phone,
        name,
        link: `${originOf(env)}/login#${token}`,
      }));
      if (command.as === 'json') return JSON.stringify(links, null, 2);
      return tableOf([
        ['id', 'phone', 'name', 'link'],
        ...links.map(({ id, phone, name, link }) => [String(id), phone, plainText(name), link]),
      ]);
    }
    case 'list': {
      const all = await invitations.list();
      const rows = all.map((one) => ({ ...one, state: endOf(one, nowMs) ?? 'open' }));
      if (command.as === 'json') return JSON.stringify(rows, null, 2);
      if (rows.length === 0) return 'Nobody is invited.';
      const lines = [
        ['id', 'state', 'until', 'phone', 'name'],
        ...rows.map(({ id, state, expires_at, phone, name }) => [
          String(id),
          state,
          expires_at,
          phone,
          plainText(name),
        ]),
      ];
      return newestOf(lines, command.isAll ? rows.length : listedMost);
    }
    case 'revoke':
      if (await invitations.revoke(command.id, null, nowMs)) {
        return `Invitation ${command.id} is revoked.`;
      }
      throw new StartupFailure('config', `There is no open invitation ${command.id}.`);
  }
}

function peopleOf(from: InvitedSource) {
  if (from.kind === 'one') return [from.person];
  let text: string;
  try {
    text = readFileSync(from.path, 'utf8');
  } catch (error) {
    throw new StartupFailure('config', `The file cannot be read (${reasonOf(error)}).`);
  }
  return readInvitees(text);
}

/** The origin of the links: PUBLIC_URL, or the address on which the server listens. */
function originOf(env: NodeJS.ProcessEnv): string {
  const {
    PUBLIC_URL: origin,
    HOST: host,
    PORT: port,
  } = readVariables(env, ['PUBLIC_URL', 'HOST', 'PORT']);
  return origin ?? `http://${host}:${port}`;
}
