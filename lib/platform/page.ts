/**
 * One page of a list. Without a `total`, which may take too long to count,
 * `hasMore` tells whether there is a next page.
 */
export type Page<T> = { items: T[] } & PageInfo;
export type PageInfo = { total: number | undefined; hasMore?: boolean };
