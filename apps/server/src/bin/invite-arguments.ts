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
  | { readonly kind: 'list'; readonly isAll: boolean; readonly as: 'table' | 'json' }
  | { readonly kind: 'revoke'; readonly id: number };

/** The possible arguments, as a refusal lists them. */
export const inviteUsage = [
  'FILE.csv [--days 14] [--existing] [--json]',
  '--phone +4915112345678 --name Ada [--days 14] [--existing] [--json]',
  'list [--all] [--json]',
  'revoke ID',
] as const;

const valued = ['--phone', '--name', '--days'] as const;
const plain = ['--existing', '--all', '--json'] as const;

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
    if (first === 'list' && second === undefined && isAlone) {
      return { kind: 'list', isAll: flags.has('--all'), as };
    }
    const isId = /^[1-9]\d{0,14}$/.test(second ?? '');
    if (first === 'revoke' && isId && isAlone && flags.size === 0) {
      return { kind: 'revoke', id: Number(second) };
    }
    throw unreadable();
  }
  const days = values.get('--days') ?? String(invitationDays);
  const [phone, name] = [values.get('--phone'), values.get('--name')];
  const isOne = first === undefined && phone !== undefined && name !== undefined;
  if (flags.has('--all')) throw unreadable();
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
 * The people in the text of a file, one in each line: the number is the first field with a plus, or else the
 * first with ten or more digits, and the name the first other one with a letter. A first line in which nothing
 * looks like a number is a header.
 * @throws {StartupFailure} 'config': which lines are wrong.
 */
export function readInvitees(text: string): readonly Invitee[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const people = new Map<string, Invitee & { readonly line: number }>();
  const [undecoded, unclosed, bad]: [number[], number[], number[]] = [[], [], []];
  const twice: string[] = [];
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (text.trim() === '') continue;
    if (text.includes('\uFFFD')) undecoded.push(line);
    const fields = fieldsOf(text);
    if (fields === null) {
      unclosed.push(line);
      continue;
    }
    const typed = numberIn(fields);
    if (typed === undefined && index === 0) continue;
    const others = fields.filter((field) => field !== typed && field !== '');
    const name = others.find((field) => /\p{L}/u.test(field)) ?? others[0];
    const person = personIn(typed ?? '', name ?? '');
    const former = person === null ? undefined : people.get(person.phone);
    if (person === null) bad.push(line);
    else if (former === undefined) people.set(person.phone, { ...person, line });
    else twice.push(`${former.line} and ${line}`);
  }
  const [fault] = [
    { lines: undecoded, is: 'are not UTF-8' },
    { lines: unclosed, is: 'have a quote that is not closed' },
    { lines: bad, is: 'have no valid number or no name' },
    { lines: twice, is: 'have the same number' },
  ].filter((one) => one.lines.length > 0);
  if (fault === undefined && people.size > 0) {
    return [...people.values()].map(({ phone, name }) => ({ phone, name }));
  }
  throw new StartupFailure(
    'config',
    fault === undefined
      ? 'The file names nobody.'
      : `Nobody was invited, because these lines ${fault.is}: ${fault.lines.join(', ')}.`,
  );
}

/** The field that looks most like a phone number, valid or not. */
function numberIn(fields: readonly string[]): string | undefined {
  const withDigits = (least: number) =>
    fields.find((field) => field.replaceAll(/\D/g, '').length >= least);
  return fields.find((field) => /^\+\D*\d/.test(field)) ?? withDigits(10) ?? withDigits(7);
}

/**
 * The fields of a line, between commas or semicolons; quotes keep these in a field. Null if a quote is not
 * closed where its field ends.
 */
function fieldsOf(line: string): readonly string[] | null {
  const fields = [...line.matchAll(/(?:^|[,;])(?:\s*"((?:[^"]|"")*)"\s*(?=[,;]|$)|([^,;]*))/g)].map(
    ([, quoted, bare = '']) => ({ quoted, bare: bare.trim() }),
  );
  if (fields.some(({ bare }) => bare.startsWith('"'))) return null;
  return fields.map(({ quoted, bare }) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"').trim(),
  );
}
