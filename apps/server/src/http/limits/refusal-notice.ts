import type { FastifyBaseLogger } from 'fastify';
import type { variables } from '../../config/environment.ts';
import type { RefusalBound } from './refusal-bounds.ts';

const hourMs = 3_600_000;

/** The setting that raises each limit; null if none does. */
const settingOf: Readonly<Record<RefusalBound, keyof typeof variables | null>> = {
  items_per_account: 'ITEMS_PER_ACCOUNT',
  bytes_per_account: 'MEGABYTES_PER_ACCOUNT',
  'account bodies at once': 'MEGABYTES_AT_ONCE',
  'account bytes out': 'MEGABYTES_AT_ONCE',
  'account calls': 'CALLS_PER_MINUTE',
  'account calls at once': 'CALLS_AT_ONCE',
  'account searches': 'SEARCHES_PER_MINUTE',
  'account searches at once': 'SEARCHES_AT_ONCE',
  'account streams': 'STREAMS_PER_ACCOUNT',
  address: null,
  'address bytes out': 'MEGABYTES_AT_ONCE',
  'code address': 'CODES_PER_NETWORK',
  'code asker': null,
  'code day network': 'CODES_PER_DAY',
  'code day pace': 'CODES_PER_DAY',
  'code day pace network': 'CODES_PER_DAY',
  'code device': null,
  'code known device': null,
  'code known network': 'CODES_PER_NETWORK',
  'code network': 'CODES_PER_NETWORK',
  'code number pace': null,
  'code number pace network': null,
  'code proof': null,
  'contacts user': null,
  'export user': null,
  'invitation address': null,
  'invitation network': null,
  'invitations user': null,
  'number user': null,
  'reports user': null,
  'sign-in address': null,
  'sign-in network': null,
};

/**
 * Counters that also log the first refusal of each limit in an hour, with the setting that raises the limit
 * and nothing about who was refused. A request for a proof of work refuses nobody, so it is only counted.
 */
export function withRefusalNotice<
  Counters extends { readonly refusal: (bound: RefusalBound) => void },
>(counters: Counters, log: Pick<FastifyBaseLogger, 'warn'>, nowMs: () => number): Counters {
  const hours = new Map<RefusalBound, number>();
  return {
    ...counters,
    refusal(bound: RefusalBound) {
      counters.refusal(bound);
      const hour = Math.floor(nowMs() / hourMs);
      if (bound === 'code proof' || hours.get(bound) === hour) return;
      hours.set(bound, hour);
      log.warn({ bound, setting: settingOf[bound] }, 'a limit refuses requests');
    },
  };
}
