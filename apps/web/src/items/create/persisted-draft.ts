import type { ItemType } from '@foray/domain';
import { useState } from 'react';
import { onAccountLeft, useAccountLeft, useClient } from '../../replica/index.ts';
import { Observable, useObservable } from '../../state/observable.ts';
import { emptyDraft, isEmptyDraft } from '../fields/item-draft.ts';
import type { ItemFormDraft } from '../fields/item-draft.ts';

type Client = ReturnType<typeof useClient>;

/** The drafts of a place. */
export interface PersistedDrafts {
  /** The draft in the form. */
  readonly draft: ItemFormDraft;
  /** Drafts being stored. They are no longer drafts, though the form may still show the last one. */
  readonly sent: readonly ItemFormDraft[];
  /** Drafts that could not be stored after something else had been typed. */
  readonly unstored: readonly ItemFormDraft[];
}
type Places = Map<string, Observable<PersistedDrafts>>;

const placesByClient = new WeakMap<Client, Places>();

/** The typed drafts by place; dropped when their user signs out (invariant I6). */
function placesOf(client: Client): Places {
  const known = placesByClient.get(client);
  if (known) return known;
  const places: Places = new Map();
  placesByClient.set(client, places);
  onAccountLeft(client, () => places.clear());
  return places;
}

/** A draft that outlives its form. */
export interface PersistedDraft extends PersistedDrafts {
  /** Whether the draft is being stored: typing starts the next one. */
  readonly isSent: boolean;
  /** Replaces the draft in the form. */
  set(draft: ItemFormDraft): void;
  /** Records that the draft is being stored, until `storeDraft` has finished. */
  send(): void;
  /** Replaces some drafts of the place. */
  put(part: Partial<PersistedDrafts>): void;
  /** The current drafts; null once their user has signed out. */
  now(): PersistedDrafts | null;
}

/**
 * The draft of the form at `place`, kept as long as the page, so that leaving and returning loses nothing
 * (decision 0058). A new draft has the given type.
 */
export function usePersistedDraft(place: string, type: ItemType): PersistedDraft {
  const places = placesOf(useClient());
  const fresh = () =>
    new Observable<PersistedDrafts>({ draft: emptyDraft(type), sent: [], unstored: [] });
  const [typed, setTyped] = useState(() => places.get(place) ?? fresh());
  useAccountLeft(() => setTyped(fresh));
  const shown = useObservable(typed);

  const put = (part: Partial<PersistedDrafts>): void => {
    const next = { ...typed.get(), ...part };
    typed.set(next);
    const isOver = isEmptyDraft(next.draft) && next.sent.length + next.unstored.length === 0;
    if (isOver) places.delete(place);
    else places.set(place, typed);
  };
  return {
    ...shown,
    isSent: shown.sent.includes(shown.draft),
    set: (draft) => put({ draft }),
    send: () => put({ sent: [...shown.sent, shown.draft] }),
    put,
    now: () => (places.get(place) === typed ? typed.get() : null),
  };
}

/** Drops the draft of `place`: its form is empty when it is next shown; the text shown now stays. */
export function useForgetDraft(place: string): () => void {
  const places = placesOf(useClient());
  return () => places.delete(place);
}
