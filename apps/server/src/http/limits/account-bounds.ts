import { bytesPerMegabyte } from '../../config/account-config.ts';
import type { AccountBounds } from '../../config/account-config.ts';
import { createBodyRoom } from './body-room.ts';
import { createMinuteBound } from './minute-bound.ts';
import type { RefusalBound } from './refusal-bounds.ts';
import { createTurns } from './turns.ts';

/**
 * The limits of accounts' calls and searches on this node; if `isOn` is false, only concurrent searches and
 * bodies are limited. `onRefused` is called for each refusal, with the name of the limit.
 */
export function createAccountBounds(ports: {
  readonly account: AccountBounds;
  /** The connections to the database; calls of one account take half of them at most. */
  readonly connections: number;
  readonly isOn: boolean;
  readonly nowMs: () => number;
  readonly onRefused: (bound: RefusalBound) => void;
}) {
  const { account, connections, isOn, nowMs, onRefused } = ports;
  const callLanes = Math.floor(connections / 2);
  const ifOn = (most: number): number => (isOn ? most : Infinity);
  const inMinute = (name: RefusalBound, most: number) =>
    createMinuteBound({ most: ifOn(most), nowMs, onRefused: () => onRefused(name) });
  const atOnce = (name: RefusalBound, lanes: number, most: number) =>
    createTurns({ lanes, most, onRefused: () => onRefused(name) });
  return {
    callBound: inMinute('account calls', account.callsPerMinute),
    callTurns: atOnce('account calls at once', ifOn(callLanes), ifOn(account.callsAtOnce)),
    bodyRoom: createBodyRoom({
      mostBytes: account.megabytesAtOnce * bytesPerMegabyte,
      onRefused: () => onRefused('account bodies at once'),
    }),
    searchBound: inMinute('account searches', account.searchesPerMinute),
    searchTurns: atOnce('account searches at once', 1, account.searchesAtOnce),
  };
}
