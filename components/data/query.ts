import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { buildPath, type CallInput, call } from "@/lib/api/client";
import type { AnswerOf, Operation } from "@/lib/api/contract";

type ReadOperation = Pick<Operation, "method" | "path" | "body" | "returns">;
type ReadInput<O extends ReadOperation> = Pick<CallInput<O>, "params" | "query">;

// Builds a key of the operation's path and the full address: events and `refresh` match either.
const buildKey = <O extends ReadOperation>(operation: O, input: ReadInput<O>) =>
  [operation.path, buildPath(operation, input)] as const;

export const queryFor = <O extends ReadOperation>(operation: O, input: ReadInput<O> = {}) =>
  queryOptions({
    queryKey: buildKey(operation, input),
    queryFn: ({ signal }): Promise<AnswerOf<O>> => call(operation, { ...input, signal } as CallInput<O>),
  });

export const pagesFor = <O extends ReadOperation>(operation: O, size: number, input: ReadInput<O> = {}) =>
  infiniteQueryOptions({
    queryKey: [...buildKey(operation, input), "pages"],
    queryFn: ({ pageParam: page, signal }): Promise<AnswerOf<O>> =>
      call(operation, {
        ...input,
        query: { ...input.query, page, page_size: size },
        signal,
      } as unknown as CallInput<O>),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => ((last as unknown[]).length === size ? page + 1 : undefined),
  });

/** Invalidates all queries of these operations. Inactive ones are refetched when they are used again. */
export const refresh = (client: QueryClient, ...operations: Pick<Operation, "path">[]) =>
  Promise.all(operations.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
