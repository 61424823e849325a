import { queryOptions } from "@tanstack/react-query";
import { type CallInput, call, pathOf } from "./client";
import type { AnswerOf, Operation } from "./contract";

type ReadOperation = Pick<Operation, "method" | "path" | "body" | "returns">;

/**
 * A read of the API as TanStack Query knows it: its key is its address, so a
 * server component that puts the answer of the service under
 * `queryFor(operation, input).queryKey` spares the browser the call.
 */
export const queryFor = <O extends ReadOperation>(
  operation: O,
  input: Pick<CallInput<O>, "params" | "query"> = {},
) =>
  queryOptions({
    queryKey: [operation.path, pathOf(operation, input)],
    queryFn: ({ signal }): Promise<AnswerOf<O>> => call(operation, { ...input, signal } as CallInput<O>),
  });
