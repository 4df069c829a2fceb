import type { ItemType } from '@foray/domain';
import { useState } from 'react';
import { onAccountLeft, useAccountLeft, useClient } from '../replica/index.ts';
import { Observable } from '../state/observable.ts';
import { useObservable } from '../state/use-observable.ts';
import { emptyDraft, isEmptyDraft } from './item-draft.ts';
import type { ItemDraft } from './item-draft.ts';

type Client = ReturnType<typeof useClient>;

/** What is typed at a place. */
export interface Typed {
  /** What its form shows. */
  readonly draft: ItemDraft;
  /** What is being stored: no drafts any more, though the form may show the last one still. */
  readonly sent: readonly ItemDraft[];
  /** What could not be stored, and by then something else was typed. */
  readonly unstored: readonly ItemDraft[];
}
type Places = Map<string, Observable<Typed>>;

const placesByClient = new WeakMap<Client, Places>();

/** What is typed and not created yet, by place; forgotten when its person leaves (invariant I6). */
function placesOf(client: Client): Places {
  const known = placesByClient.get(client);
  if (known) return known;
  const places: Places = new Map();
  placesByClient.set(client, places);
  onAccountLeft(client, () => places.clear());
  return places;
}

/** A draft that outlives its form. */
export interface KeptDraft extends Typed {
  /** Whether the draft is being stored: typing begins the next one. */
  readonly isSent: boolean;
  /** Types into it. */
  set(draft: ItemDraft): void;
  /** Notes that the draft is being stored; `storeDraft` ends that. */
  send(): void;
  /** Replaces parts of what is typed here. */
  put(part: Partial<Typed>): void;
  /** What is typed here now; null once its person has left. */
  now(): Typed | null;
}

/**
 * The draft of the form at `place`, kept while the page lives, so that going somewhere else and
 * coming back loses nothing (decision 0058). The first one is of the type given.
 */
export function useKeptDraft(place: string, type: ItemType): KeptDraft {
  const places = placesOf(useClient());
  const fresh = () => new Observable<Typed>({ draft: emptyDraft(type), sent: [], unstored: [] });
  const [typed, setTyped] = useState(() => places.get(place) ?? fresh());
  useAccountLeft(() => setTyped(fresh));
  const shown = useObservable(typed);

  const put = (part: Partial<Typed>): void => {
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

/** Forgets the draft of `place`: its form starts over the next time it is shown; what it shows now stays. */
export function useForgetDraft(place: string): () => void {
  const places = placesOf(useClient());
  return () => places.delete(place);
}
