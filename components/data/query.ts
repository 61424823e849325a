import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type CallInput, call, pathOf } from "@/lib/api/client";
import type { AnswerOf, Operation } from "@/lib/api/contract";

type ReadOperation = Pick<Operation, "method" | "path" | "body" | "returns">;
type Input<O extends ReadOperation> = Pick<CallInput<O>, "params" | "query">;

/** The name of an operation, then its whole address: events and `refresh` find queries by either. */
const keyOf = <O extends ReadOperation>(operation: O, input: Input<O>) =>
  [operation.path, pathOf(operation, input)] as const;

/** A read of the API as TanStack Query knows it. */
export const queryFor = <O extends ReadOperation>(operation: O, input: Input<O> = {}) =>
  queryOptions({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }): Promise<AnswerOf<O>> => call(operation, { ...input, signal } as CallInput<O>),
  });

/** A list of the API, page by page, as far as it was scrolled to. */
export const pagesFor = <O extends ReadOperation>(operation: O, size: number, input: Input<O> = {}) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(operation, input), "pages"],
    queryFn: ({ pageParam: page, signal }): Promise<AnswerOf<O>> =>
      call(operation, {
        ...input,
        query: { ...input.query, page, page_size: size },
        signal,
      } as unknown as CallInput<O>),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => ((last as unknown[]).length === size ? page + 1 : undefined),
  });

/** Reads again whatever these operations have answered. What is not shown is read when it is. */
export const refresh = (client: QueryClient, ...operations: Pick<Operation, "path">[]) =>
  Promise.all(operations.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
