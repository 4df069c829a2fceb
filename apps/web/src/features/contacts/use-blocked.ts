import type { BlockedPerson } from '@foray/contract';
import { useCallback, useEffect, useState } from 'react';
import { useActions, useSync } from '../../replica/index.ts';
import { useWait } from '../../ui/long-wait.tsx';
import type { Wait } from '../../ui/long-wait.tsx';

/** Whom the person has blocked, as far as it is known: only the server knows it (decision 0041). */
export type Blocked =
  | { readonly kind: 'loading' | 'unavailable' }
  | { readonly kind: 'known'; readonly people: readonly BlockedPerson[] };

/** Asks the server when the screen opens and when the network is back; `reload` asks again. */
export function useBlocked(): {
  readonly blocked: Blocked;
  readonly reading: Wait;
  reload(): Promise<void>;
} {
  const { listBlocked } = useActions();
  const { online } = useSync();
  const [blocked, setBlocked] = useState<Blocked>({ kind: 'loading' });
  const reading = useWait('giveUp');
  const { wait, giveUp } = reading;
  const read = useCallback(async (): Promise<Blocked> => {
    const answer = await wait((signal) => listBlocked(signal));
    return answer?.ok ? { kind: 'known', people: answer.value } : { kind: 'unavailable' };
  }, [listBlocked, wait]);
  useEffect(() => {
    if (!online) return undefined;
    let isCurrent = true;
    void read().then((now) => {
      if (isCurrent) setBlocked(now);
    });
    return () => {
      isCurrent = false;
      giveUp();
    };
  }, [read, giveUp, online]);
  const isUnknown = blocked.kind === 'loading' && !online;
  return {
    blocked: isUnknown ? { kind: 'unavailable' } : blocked,
    reading,
    reload: async () => setBlocked(await read()),
  };
}
