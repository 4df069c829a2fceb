import type { ModelPlace, ModelStatus, ModelType } from './facts.ts';

/** An act of a person that changes items or contacts, by the names of items and people. */
export type ModelAct =
  | {
      readonly kind: 'create';
      readonly item: string;
      readonly type: ModelType;
      readonly place: ModelPlace;
      readonly assignee?: string | null;
      readonly status?: ModelStatus;
      readonly fields?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'change';
      readonly item: string;
      readonly by?: 'number' | 'uuid';
      readonly place?: ModelPlace;
      readonly assignee?: string | null;
      readonly status?: ModelStatus;
      readonly fields?: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'assign'; readonly item: string; readonly assignee: string | null }
  | {
      readonly kind: 'label';
      readonly item: string;
      readonly add: readonly string[];
      readonly remove?: readonly string[];
    }
  | { readonly kind: 'place'; readonly item: string; readonly position: string | null }
  | {
      readonly kind: 'occurrence';
      readonly item: string;
      readonly act: 'complete' | 'skip' | 'undo' | 'unskip';
      readonly n: number;
      /** The claimed day of a completion or skip. */
      readonly on?: string;
      /** To undo a skip: the date of the occurrence, and its day by the rule if different. */
      readonly from?: string;
      readonly own?: string;
    }
  | {
      readonly kind: 'delete';
      readonly item: string;
      readonly by?: 'number' | 'uuid';
      readonly children?: readonly string[];
    }
  | { readonly kind: 'restore'; readonly item: string }
  | { readonly kind: 'removePerson'; readonly item: string; readonly person: string }
  | { readonly kind: 'block' | 'unblock' | 'removeContact'; readonly person: string }
  | { readonly kind: 'leave' };

/** A request in the words of the API; `{item x}`, `{#item x}` and `{person x}` stand for a uuid and numbers. */
export interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The request of an act. */
export function requestOf(act: ModelAct): RequestTemplate {
  switch (act.kind) {
    case 'create': {
      const { item, type, status, fields = {}, ...rest } = act;
      const body = { uuid: `{item ${item}}`, type, title: item, ...fields, ...placed(rest) };
      return { method: 'POST', url: '/api/items', body: { ...body, ...(status && { status }) } };
    }
    case 'change': {
      const { status, fields = {}, ...rest } = act;
      const body = { ...fields, ...placed(rest), ...(status && { status }) };
      return { method: 'PATCH', url: urlOf(act), body };
    }
    case 'assign':
      return post(`${urlOf(act)}/assign`, { user_id: personRef(act.assignee) });
    case 'label':
      return post(`${urlOf(act)}/labels`, { add: act.add, remove: act.remove ?? [] });
    case 'place':
      return post(`${urlOf(act)}/position`, { position: act.position });
    case 'occurrence':
      return occurrenceRequest(act);
    case 'delete': {
      const { children } = act;
      const body = children && { children: children.map((child) => `{item ${child}}`) };
      return { method: 'DELETE', url: urlOf(act), ...(body && { body }) };
    }
    case 'restore':
      return post(`${urlOf(act)}/restore`);
    case 'removePerson':
      return post(`${urlOf(act)}/remove`, { user_id: personRef(act.person) });
    case 'block':
      return post(`/api/contacts/{person ${act.person}}/block`);
    case 'unblock':
      return { method: 'DELETE', url: `/api/contacts/{person ${act.person}}/block` };
    case 'removeContact':
      return { method: 'DELETE', url: `/api/contacts/{person ${act.person}}` };
    case 'leave':
      return { method: 'DELETE', url: '/api/me' };
  }
}

/** The request with the names replaced: `valueOf` gives a uuid for `item x`, a number for `#item x` and `person x`. */
export function filledRequest(
  template: RequestTemplate,
  valueOf: (name: string) => string | number,
): RequestTemplate {
  const fill = (text: string): string =>
    text
      .replaceAll(/"\{(#?(?:item|person) [^}]*)\}"/g, (_, name: string) =>
        JSON.stringify(valueOf(name)),
      )
      .replaceAll(/\{(#?(?:item|person) [^}]*)\}/g, (_, name: string) => String(valueOf(name)));
  const { method, url, body } = template;
  return {
    method,
    url: fill(url),
    ...(body && { body: JSON.parse(fill(JSON.stringify(body))) as Record<string, unknown> }),
  };
}

/** The uuid of an item, which its name decides. */
export function uuidOfItem(name: string): string {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (const char of name) {
    const code = char.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 13);
  }
  const [one = '', two = '', three = ''] = [high, low, high ^ (low >>> 7)].map((part) =>
    (part >>> 0).toString(16).padStart(8, '0'),
  );
  const variant = `8${three.slice(1, 4)}`;
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-${variant}-${three.slice(4)}${one}`;
}

function urlOf({ item, by = 'uuid' }: { readonly item: string; readonly by?: 'number' | 'uuid' }) {
  return `/api/items/{${by === 'uuid' ? '' : '#'}item ${item}}`;
}

function placed({
  place,
  assignee,
}: {
  readonly place?: ModelPlace;
  readonly assignee?: string | null;
}) {
  return {
    ...(place !== undefined && { parent_id: placeRef(place) }),
    ...(assignee !== undefined && { assigned_to: personRef(assignee) }),
  };
}

function placeRef(place: ModelPlace): string | null {
  if (place === 'top') return null;
  return `{${place.by === 'uuid' ? '' : '#'}item ${place.item ?? 'nowhere'}}`;
}

function personRef(person: string | null): string | null {
  return person === null ? null : `{person ${person}}`;
}

function post(url: string, body?: Readonly<Record<string, unknown>>): RequestTemplate {
  return { method: 'POST', url, ...(body && { body }) };
}

function occurrenceRequest(act: ModelAct & { readonly kind: 'occurrence' }): RequestTemplate {
  const url = `${urlOf(act)}/occurrences`;
  switch (act.act) {
    case 'complete':
    case 'skip': {
      const completed_at = act.on && `${act.on}T10:00:00.000Z`;
      const isSkip = act.act === 'skip';
      return post(url, {
        n: act.n,
        ...(isSkip && { skip: true }),
        ...(act.on && { completed_at }),
      });
    }
    case 'undo':
      return { method: 'DELETE', url: `${url}/${act.n}` };
    case 'unskip': {
      const { from = '2026-03-01', own = null } = act;
      const body = { skipped_from: from, skipped_day: own };
      return { method: 'DELETE', url: `${url}/${act.n}`, body };
    }
  }
}
