import { validateName } from '@foray/domain';
import { StartupFailure } from '@foray/embedded-postgres';
import { invitationDays } from '../db/account/invitations.ts';
import type { Invitee } from '../db/account/invitations.ts';
import { toE164 } from '../http/auth/phone-number.ts';

/** The people whom `npm run invite` names: one, or a file of them. */
export type InvitedSource =
  | { readonly kind: 'one'; readonly person: Invitee }
  | { readonly kind: 'file'; readonly path: string };

/** The arguments of `npm run invite`. */
export type InviteCommand =
  | {
      readonly kind: 'make';
      readonly from: InvitedSource;
      readonly days: number;
      readonly opensExisting: boolean;
      readonly as: 'table' | 'json';
    }
  | { readonly kind: 'list'; readonly as: 'table' | 'json' }
  | { readonly kind: 'revoke'; readonly id: number };

/** The possible arguments, as a refusal lists them. */
export const inviteUsage = [
  'FILE.csv [--days 14] [--existing] [--json]',
  '--phone +4915112345678 --name Ada [--days 14] [--existing] [--json]',
  'list [--json]',
  'revoke ID',
] as const;

const valued = ['--phone', '--name', '--days'] as const;
const plain = ['--existing', '--json'] as const;

/**
 * Reads the arguments of `npm run invite`.
 * @throws {StartupFailure} 'config': one sentence that lists the possible arguments, or says what is wrong with
 *   a number or a name.
 */
export function readInviteCommand(args: readonly string[]): InviteCommand {
  const values = new Map<string, string>();
  const flags = new Set<string>();
  const words: string[] = [];
  for (let place = 0; place < args.length; place += 1) {
    const arg = args[place] ?? '';
    const next = args[place + 1];
    if (valued.some((name) => name === arg) && next !== undefined && !values.has(arg)) {
      values.set(arg, next);
      place += 1;
    } else if (plain.some((name) => name === arg)) flags.add(arg);
    else if (arg.startsWith('-')) throw unreadable();
    else words.push(arg);
  }
  const as = flags.has('--json') ? 'json' : 'table';
  const [first, second, ...rest] = words;
  if (rest.length > 0) throw unreadable();
  if (first === 'list' || first === 'revoke') {
    const isAlone = values.size === 0 && !flags.has('--existing');
    if (first === 'list' && second === undefined && isAlone) return { kind: 'list', as };
    const isId = /^[1-9]\d{0,14}$/.test(second ?? '');
    if (first === 'revoke' && isId && isAlone && flags.size === 0) {
      return { kind: 'revoke', id: Number(second) };
    }
    throw unreadable();
  }
  const days = values.get('--days') ?? String(invitationDays);
  const [phone, name] = [values.get('--phone'), values.get('--name')];
  const isOne = first === undefined && phone !== undefined && name !== undefined;
  const isFile = first !== undefined && second === undefined && phone === name;
  if (!/^[1-9]\d{0,2}$/.test(days) || isOne === isFile) throw unreadable();
  const from: InvitedSource = isOne
    ? { kind: 'one', person: inviteeOf(phone, name) }
    : { kind: 'file', path: first ?? '' };
  return { kind: 'make', from, days: Number(days), opensExisting: flags.has('--existing'), as };
}

function unreadable(): StartupFailure {
  return new StartupFailure(
    'config',
    `Write npm run invite -- and one of these: ${inviteUsage.join('; ')}.`,
  );
}

function inviteeOf(phone: string, name: string): Invitee {
  const person = personIn(phone, name);
  if (person !== null) return person;
  throw new StartupFailure(
    'config',
    `'${phone}' is no valid phone number, or '${name}' is no name: write the number with its plus.`,
  );
}

function personIn(typed: string, text: string): Invitee | null {
  const phone = toE164(typed, 'code');
  const name = validateName(text);
  return phone === null || !name.ok ? null : { phone, name: name.value };
}

/**
 * The people in the text of a file: in each line the first field with ten or more digits is the number, and the
 * first other one the name. A first line without a number is a header.
 * @throws {StartupFailure} 'config': the numbers of the lines that name nobody.
 */
export function readInvitees(text: string): readonly Invitee[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const people = new Map<string, Invitee>();
  const bad: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const fields = fieldsOf(line);
    const typed = fields.find((field) => field.replaceAll(/\D/g, '').length >= 10);
    if (typed === undefined && index === 0) continue;
    const person = personIn(typed ?? '', fields.find((field) => field !== typed && field) ?? '');
    if (person === null) bad.push(index + 1);
    else people.set(person.phone, person);
  }
  if (bad.length === 0 && people.size > 0) return [...people.values()];
  throw new StartupFailure(
    'config',
    bad.length === 0
      ? 'The file names nobody.'
      : `Nobody was invited, because these lines have no valid number or no name: ${bad.join(', ')}.`,
  );
}

/** The fields of a line, between commas or semicolons; quotes keep these in a field. */
function fieldsOf(line: string): readonly string[] {
  const fields = line.matchAll(/(?:^|[,;])(?:\s*"((?:[^"]|"")*)"\s*|([^,;]*))/g);
  return [...fields].map(([, quoted, bare = '']) =>
    (quoted === undefined ? bare : quoted.replaceAll('""', '"')).trim(),
  );
}
