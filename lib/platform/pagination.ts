/** One page of a list. Lists that are too expensive to count have `hasMore` instead of `total`. */
export type Paginated<T> = { items: T[] } & PageInfo;
export type PageInfo = { total: number | undefined; hasMore?: boolean };
