import { bytesPerMegabyte } from '../config/account-config.ts';
import { readVariables } from '../config/environment.ts';
import { listActs } from '../db/account/operator-log.ts';
import type { RaisableLimit } from '../db/account/raised-limits.ts';
import { instantOf } from '@foray/domain';
import { StartupFailure } from '@foray/embedded-postgres';
import { raiseLimit, resumePerson, signOutPerson, suspendPerson } from '../operator/acts.ts';
import { findPerson, listPeople, readUsage } from '../operator/people.ts';
import type { PersonOfServer, PersonUsage } from '../operator/people.ts';
import { newestOf, plainText, tableOf } from '../operator/table.ts';
import type { AdminCommand, NamedPerson } from './admin-arguments.ts';
import type { CommandScene } from './command.ts';
import { erasePerson } from './erase-person.ts';

const listedMost = 100;

/** The ports of the command besides its scene. */
export interface AdminPorts {
  readonly nowMs: number;
  /** Asks the operator a question and returns their answer. */
  readonly ask: (question: string) => Promise<string>;
}

/**
 * Carries out a command of `npm run admin`, and returns the text to print.
 * @throws {StartupFailure} 'config' if there is no such person, or the operator did not confirm.
 */
export async function answerAdmin(
  scene: CommandScene,
  command: AdminCommand,
  { nowMs, ask }: AdminPorts,
): Promise<string> {
  const { kysely: db } = scene.database;
  const at = instantOf(nowMs);
  if (command.kind === 'people') {
    const people = await listPeople(db, { by: command.by, most: listedMost, nowMs });
    return command.as === 'json' ? JSON.stringify(people, null, 2) : tableOfPeople(people);
  }
  if (command.kind === 'log') {
    const acts = await actsOf(scene, command.who);
    if (command.as === 'json') return JSON.stringify(acts, null, 2);
    const lines = acts.map((act) => [act.at, act.kind, String(act.user_id ?? '-'), act.detail]);
    if (acts.length === 0) return 'The log is empty.';
    const most = command.isAll ? acts.length : listedMost;
    return newestOf([['when', 'act', 'who', ''], ...lines], most);
  }
  const { id: userId, phone } = await personOf(scene, command.who);
  const on = { userId, at };
  switch (command.kind) {
    case 'usage': {
      const usage = await readUsage(db, userId, nowMs);
      if (usage === null) throw nobody();
      return textOfUsage(usage, scene.env);
    }
    case 'bound':
      await raiseLimit(db, { ...on, name: command.name, most: command.most });
      return command.most === null
        ? `The limit of ${command.name} of account ${userId} is that of everybody again.`
        : `The limit of ${command.name} of account ${userId} is ${command.most}, unless that of everybody is higher.`;
    case 'sign-out': {
      const count = await signOutPerson(db, on);
      return `Account ${userId} is signed out everywhere (sessions: ${count}).`;
    }
    case 'suspend':
      return (await suspendPerson(db, on))
        ? `Account ${userId} is suspended, and signed out everywhere.`
        : `Account ${userId} is suspended already.`;
    case 'resume':
      return (await resumePerson(db, on))
        ? `Account ${userId} can sign in again.`
        : `Account ${userId} is not suspended.`;
    case 'erase': {
      if (!command.isSure) {
        const answer = await ask(
          `This cannot be undone. Write ${phone} to erase account ${userId}: `,
        );
        if (answer.trim() !== phone) throw new StartupFailure('config', 'Nothing was erased.');
      }
      await erasePerson(scene, on);
      return `Account ${userId} is erased.`;
    }
  }
}

function nobody(): StartupFailure {
  return new StartupFailure('config', 'There is no such account.');
}

async function personOf({ database }: CommandScene, who: NamedPerson) {
  const person = await findPerson(database.kysely, who);
  if (person === null) throw nobody();
  return person;
}

/** The acts on everybody or on one person, whose account may have ended if an id names it. */
async function actsOf(scene: CommandScene, who: NamedPerson | null) {
  const db = scene.database.kysely;
  if (who === null) return listActs(db, null);
  if ('phone' in who) return listActs(db, (await personOf(scene, who)).id);
  const acts = await listActs(db, who.id);
  if (acts.length === 0) await personOf(scene, who);
  return acts;
}

const megabytesOf = (bytes: number): string => (bytes / bytesPerMegabyte).toFixed(1);

function tableOfPeople(people: readonly PersonOfServer[]): string {
  return tableOf([
    ['id', 'phone', 'name', 'items', 'MB', 'requests', 'last seen', 'state'],
    ...people.map((person) => [
      String(person.id),
      person.phone,
      plainText(person.name),
      String(person.items),
      megabytesOf(person.bytes),
      String(person.requests),
      person.last_seen_at ?? '-',
      person.suspended_since === null ? '' : 'suspended',
    ]),
  ]);
}

/** The variable of each limit that can be raised. */
const variableOf = {
  items: 'ITEMS_PER_ACCOUNT',
  megabytes: 'MEGABYTES_PER_ACCOUNT',
  calls: 'CALLS_PER_MINUTE',
  searches: 'SEARCHES_PER_MINUTE',
  streams: 'STREAMS_PER_ACCOUNT',
} as const satisfies Record<RaisableLimit, string>;

function textOfUsage(usage: PersonUsage, env: NodeJS.ProcessEnv): string {
  const settings = readVariables(env, Object.values(variableOf));
  const facts: readonly (readonly [string, string | number])[] = [
    ['id', usage.id],
    ['phone', usage.phone],
    ['name', plainText(usage.name)],
    ['since', usage.since],
    ['last seen', usage.last_seen_at ?? '-'],
    ['suspended since', usage.suspended_since ?? '-'],
    ['sessions', usage.sessions],
    ['push subscriptions', usage.push],
    ['imported numbers', usage.imported_numbers],
    ['requests in 30 days', usage.requests],
    ['items', usage.items],
    ['MB', megabytesOf(usage.bytes)],
    ...Object.entries(variableOf).map(([name, variable]) => {
      const raised = usage.raised?.[name as RaisableLimit];
      const most = Math.max(settings[variable], raised ?? 0);
      return [`bound: ${name}`, raised === undefined ? most : `${most} (raised)`] as const;
    }),
  ];
  return tableOf(facts.map(([name, value]) => [name, String(value)]));
}
