import { useSearch } from 'wouter/use-browser-location';

/** The parameter of an address that names the item of a sheet. */
export const sheetParameter = 'item';

/** The uuid of the item whose sheet a query names; null for none. */
export function sheetIn(search: string): string | null {
  return new URLSearchParams(search).get(sheetParameter);
}

/** The uuid of the item whose sheet the address names; null for none. */
export function useShownSheet(): string | null {
  return sheetIn(useSearch());
}
