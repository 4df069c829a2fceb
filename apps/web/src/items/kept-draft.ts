import type { ItemType, Result } from '@foray/domain';
import { useState } from 'react';
import { onAccountLeft, useAccountLeft, useClient } from '../replica/index.ts';
import { Observable } from '../state/observable.ts';
import { useObservable } from '../state/use-observable.ts';
import { emptyDraft, isEmptyDraft } from './item-draft.ts';
import type { ItemDraft } from './item-draft.ts';

type Client = ReturnType<typeof useClient>;

/** What is typed at a place. */
interface Typed {
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

/** What takes over the title that is typed into the row of an item, by the item's, until that is stored. */
const takers = new Map<string, (title: string) => void>();

/** Whether a title that is typed into a row goes back to its form, because the item could not be stored. */
export function giveTitleBack(title: string, retitled: string): boolean {
  const take = takers.get(title);
  take?.(retitled);
  return take !== undefined;
}

/** A draft that outlives its form. */
export interface KeptDraft {
  readonly draft: ItemDraft;
  /** Whether the draft is being stored: typing begins the next one. */
  readonly isSent: boolean;
  /** What could not be stored while something else was typed. */
  readonly unstored: readonly ItemDraft[];
  /** Types into it. */
  set(draft: ItemDraft): void;
  /** Goes on with one of `unstored`, instead of which the present draft waits there. */
  takeBack(one: ItemDraft): void;
  /**
   * Stores the draft by `create`, also when the form is left meanwhile; gives its outcome. A form that shows
   * the draft until then is cleared, or left with what is in `rest`. What is typed meanwhile as the title of
   * the item of that title becomes the draft's, if it cannot be stored.
   */
  send<T extends Result<unknown, unknown>>(
    create: () => Promise<T>,
    rest?: ItemDraft,
    title?: string,
  ): Promise<T>;
  /** Starts over the next time the form is shown; what it shows now stays. */
  forget(): void;
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
  const { draft, sent, unstored } = useObservable(typed);
  const isSent = sent.includes(draft);

  const put = (part: Partial<Typed>): void => {
    const next = { ...typed.get(), ...part };
    typed.set(next);
    const isOver = isEmptyDraft(next.draft) && next.sent.length + next.unstored.length === 0;
    if (isOver) places.delete(place);
    else places.set(place, typed);
  };
  return {
    draft,
    isSent,
    unstored,
    set: (next) => put({ draft: next }),
    takeBack(one) {
      const others = unstored.filter((other) => other !== one);
      put({ draft: one, unstored: isSent || isEmptyDraft(draft) ? others : [...others, draft] });
    },
    async send(create, rest = emptyDraft(draft.type), title = '') {
      put({ sent: [...typed.get().sent, draft] });
      let unsent = draft;
      const take = (retitled: string) => {
        unsent = { ...draft, title: draft.title.replace(title, () => retitled) };
      };
      if (title !== '' && draft.title.includes(title)) takers.set(title, take);
      const done = await create();
      if (takers.get(title) === take) takers.delete(title);
      // Else its person has left.
      if (places.get(place) === typed) {
        const now = typed.get();
        const isShown = now.draft === draft;
        put({
          draft: isShown ? (done.ok ? rest : unsent) : now.draft,
          sent: now.sent.filter((one) => one !== draft),
          unstored: done.ok || isShown ? now.unstored : [...now.unstored, unsent],
        });
      }
      return done;
    },
    forget: () => places.delete(place),
  };
}

/** Forgets the draft of `place`, for buttons outside of its form. */
export function useForgetDraft(place: string): () => void {
  const places = placesOf(useClient());
  return () => places.delete(place);
}
