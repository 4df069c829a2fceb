import { StartupFailure } from '@foray/embedded-postgres';
import { raisableLimits } from '../db/account/raised-limits.ts';
import type { RaisableLimit } from '../db/account/raised-limits.ts';
import { toE164 } from '../http/auth/phone-number.ts';
import { usageOrders } from '../operator/people.ts';
import type { UsageOrder } from '../operator/people.ts';

/** A person as an argument names them: by number, or by the id of the account. */
export type NamedPerson = { readonly phone: string } | { readonly id: number };

/** The arguments of `npm run admin`. */
export type AdminCommand =
  | { readonly kind: 'people'; readonly by: UsageOrder; readonly as: 'table' | 'json' }
  | {
      readonly kind: 'log';
      readonly who: NamedPerson | null;
      readonly isAll: boolean;
      readonly as: 'table' | 'json';
    }
  | { readonly kind: 'usage'; readonly who: NamedPerson }
  | {
      readonly kind: 'bound';
      readonly who: NamedPerson;
      readonly name: RaisableLimit;
      /** Null for the limit of everybody. */
      readonly most: number | null;
    }
  | { readonly kind: 'sign-out' | 'suspend' | 'resume'; readonly who: NamedPerson }
  | { readonly kind: 'erase'; readonly who: NamedPerson; readonly isSure: boolean };

/** The possible arguments, as a refusal lists them. */
export const adminUsage = [
  'people [--by items|bytes|requests] [--json]',
  'usage WHO',
  `bound WHO ${raisableLimits.join('|')} NUMBER|default`,
  'sign-out WHO',
  'suspend WHO',
  'resume WHO',
  'erase WHO [--yes]',
  'log [WHO] [--all] [--json]',
] as const;

/**
 * Reads the arguments of `npm run admin`.
 * @throws {StartupFailure} 'config': one sentence that lists the possible arguments, or says what is wrong with
 *   a number.
 */
export function readAdminCommand(args: readonly string[]): AdminCommand {
  const flags = args.filter((arg) => arg.startsWith('--') && arg !== '--by');
  const [kind, ...words] = args.filter((arg) => !flags.includes(arg));
  const as = flags.includes('--json') ? 'json' : 'table';
  const takes = (...known: readonly string[]): boolean => flags.every((one) => known.includes(one));
  const [first, second, third, ...rest] = words;
  const isShort = (most: number) => words.length <= most && rest.length === 0;
  if (kind === 'people' && takes('--json') && isShort(2)) {
    const by = first === undefined ? 'items' : first === '--by' ? second : undefined;
    const order = usageOrders.find((one) => one === by);
    if (order !== undefined) return { kind, by: order, as };
  }
  if (kind === 'log' && takes('--json', '--all') && isShort(1)) {
    const who = first === undefined ? null : personOf(first);
    return { kind, who, isAll: flags.includes('--all'), as };
  }
  if (first === undefined) throw unreadable();
  if (kind === 'erase' && takes('--yes') && isShort(1)) {
    return { kind, who: personOf(first), isSure: flags.length > 0 };
  }
  if (!takes()) throw unreadable();
  if (kind === 'bound' && isShort(3)) {
    const name = raisableLimits.find((one) => one === second);
    const isNumber = /^[1-9]\d{0,8}$/.test(third ?? '');
    if (name !== undefined && (isNumber || third === 'default')) {
      return { kind, who: personOf(first), name, most: isNumber ? Number(third) : null };
    }
  }
  const isOfOne =
    kind === 'usage' || kind === 'sign-out' || kind === 'suspend' || kind === 'resume';
  if (isOfOne && isShort(1)) return { kind, who: personOf(first) };
  throw unreadable();
}

function unreadable(): StartupFailure {
  return new StartupFailure(
    'config',
    `Write npm run admin -- and one of these: ${adminUsage.join('; ')}. WHO is a number with its plus, or the id of an account.`,
  );
}

/** @throws {StartupFailure} 'config' if the text is neither a number nor an id. */
function personOf(text: string): NamedPerson {
  if (/^[1-9]\d{0,15}$/.test(text)) return { id: Number(text) };
  const phone = text.startsWith('+') ? toE164(text, 'open') : null;
  if (phone !== null) return { phone };
  throw new StartupFailure(
    'config',
    `'${text}' is neither a phone number with its plus, such as +4915112345678, nor the id of an account.`,
  );
}
