import { pageSize } from './limits.ts';

/** One page of a list, with the field names of the API (DATA-05). */
export interface Page<T> {
  readonly data: readonly T[];
  readonly current_page: number;
  readonly last_page: number;
  readonly per_page: number;
  readonly total: number;
}

/** A page whose rows were already cut out of `total`; `page` counts from 1. */
export function pageOf<T>(
  data: readonly T[],
  total: number,
  page: number,
  perPage: number = pageSize,
): Page<T> {
  return {
    data,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
  };
}

/** Cuts one page out of a list; `page` counts from 1, and a page beyond the last is empty. */
export function paginate<T>(
  items: readonly T[],
  page: number,
  perPage: number = pageSize,
): Page<T> {
  const start = (page - 1) * perPage;
  return pageOf(items.slice(start, start + perPage), items.length, page, perPage);
}
