import type { StoredMcpField as Field, StoredMcpValue as Value } from "@/db/schema/mcp";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import { conflict, type Fault, InvalidInput, notFound } from "@/lib/platform/errors";
import * as queries from "./queries";
import { waitForDecision, wakeWaitingRun } from "./waiting";

/** Elicitations: questions of MCP servers to the person who asked the assistant, raised while a tool call runs. */

type AnswerValues = Record<string, Value>;

export type NewQuestion = {
  streamingTaskId: string;
  chatId: number;
  userId: number;
  mcpServerId: number;
  server: string;
  message: string;
  fields: Field[];
};

const present = (row: queries.QuestionRow, server: string) => ({
  id: row.id,
  user_id: row.userId,
  server,
  message: row.message,
  fields: row.fields,
  created_at: row.createdAt.toISOString(),
});
export type OpenQuestion = ReturnType<typeof present>;

export async function listWaitingQuestions(streamingTaskId: string): Promise<OpenQuestion[]> {
  const rows = await queries.listOpenQuestions({ streamingTaskId });
  return rows.map(({ question, server }) => present(question, server));
}

/**
 * Stores a question and waits for its answer. Declines the question after `TOOL_APPROVAL_SECONDS`.
 * @param open called with the question when it opens, and with undefined when it closes
 * @returns undefined when the person declines
 * @throws the reason of `signal`
 */
export async function ask(
  { server, ...asked }: NewQuestion,
  open: (question: OpenQuestion | undefined) => void,
  signal: AbortSignal,
): Promise<AnswerValues | undefined> {
  const row = await transaction(async () => {
    await queries.declineOpenQuestions(asked);
    return queries.insertQuestion(asked);
  });
  const close = () => queries.answerQuestion({ id: row.id, state: "declined", answer: null });
  open(present(row, server));
  try {
    const { answer } = await waitForDecision(
      row.id,
      async () => {
        const now = await queries.findQuestion({ id: row.id });
        return now?.state === "waiting" ? undefined : (now ?? { answer: null });
      },
      close,
      signal,
    );
    return answer ?? undefined;
  } finally {
    open(undefined);
    if (signal.aborted) await close();
  }
}

/** @throws AppError not_found, forbidden, conflict when the question is already answered; InvalidInput */
export async function answer(
  viewer: Viewer,
  streamingTaskId: string,
  id: string,
  { action, values = {} }: { action: "answer" | "decline"; values?: AnswerValues },
) {
  const asked = { id, streamingTaskId, userId: viewer.user.id, groupId: viewer.group.id };
  const row = await queries.findQuestionForMember(asked);
  if (!row) throw notFound("Question");
  access.authorize(viewer, "approval.decide", { isAuthor: row.userId === viewer.user.id });
  const state = action === "answer" ? "answered" : "declined";
  const given = action === "answer" ? fitting(row.fields, values) : null;
  if (!(await queries.answerQuestion({ id, state, answer: given })))
    throw conflict("This was already answered, or the client disconnected.");
  wakeWaitingRun(id);
  return { success: true as const, state };
}

function fitting(fields: Field[], values: AnswerValues): AnswerValues {
  const faults: Fault[] = [];
  const known: AnswerValues = {};
  for (const field of fields) {
    const value = values[field.name];
    const isEmpty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
    const msg = isEmpty ? (field.is_required ? "Must not be empty." : undefined) : findFault(field, value!);
    if (msg) faults.push({ loc: ["body", "values", field.name], msg, type: "value_error" });
    else if (!isEmpty) known[field.name] = value!;
  }
  if (faults.length > 0) throw new InvalidInput(faults);
  return known;
}

const MAX_ANSWER_LENGTH = 10_000;

function findFault({ kind, options, least, most }: Field, value: Value): string | undefined {
  const between = (size: number) =>
    least !== null && size < least
      ? `Must be at least ${least}.`
      : most !== null && size > most
        ? `Must be at most ${most}.`
        : undefined;
  const isOption = (one: string) => options.some((option) => option.value === one);
  switch (kind) {
    case "switch":
      return typeof value === "boolean" ? undefined : "Must be true or false.";
    case "number":
    case "integer":
      if (typeof value !== "number" || (kind === "integer" && !Number.isInteger(value)))
        return kind === "integer" ? "Must be a whole number." : "Must be a number.";
      return between(value);
    case "choice":
      return typeof value === "string" && isOption(value) ? undefined : "Must be one of the options.";
    case "choices":
      return Array.isArray(value) && value.every(isOption)
        ? between(value.length)
        : "Must be of the options.";
    default:
      if (typeof value !== "string" || value.length > MAX_ANSWER_LENGTH) return "Must be a text.";
      return between(value.length) && `Has a length that does not fit: ${between(value.length)}`;
  }
}
