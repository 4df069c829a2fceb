import type { ItemType } from '@foray/domain';
import { useState } from 'react';
import { onAccountLeft, useAccountLeft, useClient } from '../replica/index.ts';
import { emptyDraft, isEmptyDraft } from './item-draft.ts';
import type { ItemDraft } from './item-draft.ts';

type Client = ReturnType<typeof useClient>;
type Drafts = Map<string, ItemDraft>;

const draftsByClient = new WeakMap<Client, Drafts>();

/** What is typed and not created yet, by place; forgotten when its person leaves (invariant I6). */
function draftsOf(client: Client): Drafts {
  const known = draftsByClient.get(client);
  if (known) return known;
  const drafts: Drafts = new Map();
  draftsByClient.set(client, drafts);
  onAccountLeft(client, () => drafts.clear());
  return drafts;
}

/** A draft that outlives its form. */
export interface KeptDraft {
  readonly draft: ItemDraft;
  /** Types into it. */
  set(draft: ItemDraft): void;
  /** Starts over the next time the form is shown; what it shows now stays. */
  forget(): void;
}

/**
 * The draft of the form at `place`, kept while the page lives, so that going somewhere else and
 * coming back loses nothing (decision 0058). The first one is of the type given.
 */
export function useKeptDraft(place: string, type: ItemType): KeptDraft {
  const client = useClient();
  const drafts = draftsOf(client);
  const [draft, setDraft] = useState(() => drafts.get(place) ?? emptyDraft(type));
  useAccountLeft(() => setDraft(emptyDraft(type)));
  return {
    draft,
    set(next) {
      setDraft(next);
      if (isEmptyDraft(next)) drafts.delete(place);
      else drafts.set(place, next);
    },
    forget: () => drafts.delete(place),
  };
}

/** Forgets the draft of `place`, for buttons outside of its form. */
export function useForgetDraft(place: string): () => void {
  const client = useClient();
  return () => draftsOf(client).delete(place);
}
