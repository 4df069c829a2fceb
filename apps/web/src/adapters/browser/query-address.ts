import { navigate, useSearch } from 'wouter/use-browser-location';
import { entry } from './history-entry.ts';
import { pageDepth } from './layer-entries.ts';

const queryParameter = 'q';
const orderParameter = 'sort';

/** The page of a query, as a link to it says. */
export interface QueryAddress {
  readonly text: string;
  readonly order: string;
}

/** The address of the page of a query. */
export function queryHref(text: string): string {
  return `/search?${new URLSearchParams({ [queryParameter]: text })}`;
}

/** The query in the address of this page. */
export function useQueryAddress(): QueryAddress {
  const parameters = new URLSearchParams(useSearch());
  return {
    text: parameters.get(queryParameter) ?? '',
    order: parameters.get(orderParameter) ?? '',
  };
}

/** Makes the address of this page that of another query, in the same entry of the browser's history. */
export function replaceQuery({ text, order }: QueryAddress): void {
  // A sheet over the page keeps its part of the address.
  const parameters = new URLSearchParams(location.search);
  for (const [name, value] of [
    [queryParameter, text],
    [orderParameter, order],
  ] as const) {
    if (value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  const search = parameters.size === 0 ? '' : `?${parameters}`;
  if (location.search === search) return;
  // An open menu has an entry of its own; the address is that of the page below.
  const state = { ...entry(), depth: pageDepth(), layers: 0 };
  navigate(`${location.pathname}${search}`, { replace: true, state });
}
