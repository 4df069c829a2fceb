import { searchDebounceMs } from '@foray/domain';
import { useState } from 'react';
import { keptHere, useKeep } from '../../adapters/browser/history-entry.ts';
import { useSession } from '../../replica/index.ts';
import { usePaused } from '../../ui/interaction/use-delay.ts';

/**
 * The text of a list's search box, and `search`, by which the list is filtered: the same text after a pause
 * in typing. Back restores both (decision 0059), but only for the same user: the next user of this browser
 * does not see it (invariant I6).
 */
export function useKeptQuery(): {
  readonly query: string;
  readonly search: string;
  readonly setQuery: (query: string) => void;
} {
  const session = useSession();
  const owner = session.kind === 'user' ? session.user.id : session.kind;
  const name = `query of ${owner}`;
  const [typed, setTyped] = useState(() => ({ owner, query: keptHere(name) ?? '' }));
  if (typed.owner !== owner) {
    // Text typed while the app starts belongs to the user for whom it starts.
    const isTheirs = typed.owner === 'starting' && typed.query !== '';
    setTyped({ owner, query: isTheirs ? typed.query : (keptHere(name) ?? '') });
  }
  const paused = usePaused(typed, searchDebounceMs);
  const search = paused.owner === owner ? paused.query : typed.query;
  useKeep(name, owner === 'starting' ? '' : search);
  return {
    query: typed.query,
    search,
    setQuery: (query) => setTyped({ owner, query }),
  };
}
