import { boolean, index, integer, pgEnum, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { createdAt, timestamptz } from "./columns";

export const evaluationQuestions = pgTable(
  "evaluation_questions",
  {
    id: serial("id").primaryKey(),
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    question: text("question").notNull(),
    mustContain: text("must_contain").array().notNull().default([]),
    mustNotContain: text("must_not_contain").array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [index("evaluation_questions_of_assistant").on(table.virtualAssistantId, table.position)],
);

export const evaluationStatus = pgEnum("evaluation_status", ["running", "completed", "stopped", "failed"]);

export const evaluationRuns = pgTable(
  "evaluation_runs",
  {
    id: serial("id").primaryKey(),
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    model: text("model"),
    status: evaluationStatus("status").notNull().default("running"),
    error: text("error"),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    index("evaluation_runs_of_assistant").on(table.virtualAssistantId, table.id),
    index("evaluation_runs_of_user").on(table.createdBy),
  ],
);

export const evaluationAnswers = pgTable(
  "evaluation_answers",
  {
    id: serial("id").primaryKey(),
    runId: integer("run_id")
      .notNull()
      .references(() => evaluationRuns.id, { onDelete: "cascade" }),
    questionId: integer("question_id").references(() => evaluationQuestions.id, { onDelete: "set null" }),
    position: integer("position").notNull(),
    question: text("question").notNull(),
    answer: text("answer").notNull(),
    hasPassed: boolean("has_passed").notNull(),
    missing: text("missing").array().notNull().default([]),
    unwanted: text("unwanted").array().notNull().default([]),
    error: text("error"),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    durationMs: integer("duration_ms").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("evaluation_answers_of_run").on(table.runId, table.position),
    index("evaluation_answers_of_question").on(table.questionId),
  ],
);
