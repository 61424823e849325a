import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { buildPath, type CallInput, type ClientOperation, call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import type { Endpoint } from "@/lib/api/operations";

type ReadInput<O extends ClientOperation> = Pick<CallInput<O>, "params" | "query">;

// Builds a query key from the operation's path and the full address. Events and `refresh` match one of them.
const buildKey = <O extends ClientOperation>(operation: O, input: ReadInput<O>) =>
  [operation.path, buildPath(operation, input)] as const;

export const queryFor = <O extends ClientOperation>(operation: O, input: ReadInput<O> = {}) =>
  queryOptions({
    queryKey: buildKey(operation, input),
    queryFn: ({ signal }): Promise<AnswerOf<O>> => call(operation, { ...input, signal } as CallInput<O>),
  });

export const pagesFor = <O extends ClientOperation>(operation: O, size: number, input: ReadInput<O> = {}) =>
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

export const refresh = (client: QueryClient, ...operations: Pick<Endpoint, "path">[]) =>
  Promise.all(operations.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
