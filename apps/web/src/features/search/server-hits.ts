import type { WireItem } from '@foray/contract';
import { normaliseQuery } from '@foray/domain';
import { useEffect, useState } from 'react';
import { useActions, useSession, useSync } from '../../replica/index.ts';
import { useWait } from '../../ui/long-wait.tsx';
import type { Wait } from '../../ui/long-wait.tsx';

/** What the server says of a query; `off` where it is not asked. */
export interface ServerHits {
  readonly state: 'off' | 'asking' | 'answered' | 'failed';
  readonly items: readonly WireItem[];
}

const off: ServerHits = { state: 'off', items: [] };
const asking: ServerHits = { state: 'asking', items: [] };

/**
 * Asks the server for `query` too: only online and signed in. A failure
 * clears what it had found and is logged, as a code; what this device finds is then the answer, as it is
 * when `waiting` is given up.
 */
export function useServerHits(query: string): ServerHits & { readonly waiting: Wait } {
  const actions = useActions();
  const session = useSession();
  const { online } = useSync();
  const needle = normaliseQuery(query);
  const userId = session.kind === 'user' && online ? session.user.id : null;
  const asked = userId === null || needle === null ? null : `${userId} ${needle}`;
  const [answer, setAnswer] = useState<{ readonly to: string; readonly hits: ServerHits } | null>(
    null,
  );
  const waiting = useWait('giveUp');
  const { wait, giveUp } = waiting;
  useEffect(() => {
    if (asked === null || needle === null) return;
    let isCurrent = true;
    void wait((signal) => actions.searchServer(needle, signal)).then((found) => {
      if (!isCurrent) return;
      if (found?.ok === false) reportError(new Error(`search: ${found.error.code}`));
      const hits: ServerHits = found?.ok
        ? { state: 'answered', items: found.value }
        : { state: 'failed', items: [] };
      setAnswer({ to: asked, hits });
    });
    return () => {
      isCurrent = false;
      giveUp();
    };
  }, [actions, wait, giveUp, asked, needle]);
  if (asked === null) return { ...off, waiting };
  return { ...(answer?.to === asked ? answer.hits : asking), waiting };
}
