import { type SQL, sql } from "drizzle-orm";
import { getErrorCode } from "@/lib/platform/errors";
import { isSqlState } from "@/lib/platform/sql-state";
import { isInTransaction } from "./client";
import { type Built, buildStatement, execute, getShape, replaceValues } from "./query-cache";

export type Batch = {
  /** Relation with one row per call: its number `nr`, and the columns that the values of the SQL refer to. */
  calls: SQL;
  /** True for a statement that several calls share. It skips locked rows, so that no call waits for another's locks. */
  isShared: boolean;
};
type Numbered = { nr: number };
type Call<Row> = {
  values: unknown[];
  key: unknown;
  size: number;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};
type Lane<Row> = { alone: Built; one: Built; several: Built; waiting: Call<Row>[]; isBusy: boolean };

const MAX_CALLS = 32;
// Maximum number of characters per statement, because the driver serializes them synchronously.
const MAX_CHARACTERS = 500_000;

/**
 * Returns a function that runs a statement for each call. A call runs immediately; calls of the same shape that arrive
 * while it is in flight share the next statement. Each call succeeds or fails on its own: calls for which a shared
 * statement returned no row (it was locked or deleted), and all calls of a statement that PostgreSQL refused, run again
 * alone. Inside a transaction, calls never share statements.
 * @param write Builds the SQL once per shape, like `buildOnce`. Numbers (as `bigint`) and strings (as `text`)
 * are replaced by parameters or columns of `calls`. The SQL returns at most one row per call, with the call's `nr`.
 * @param getKey Calls with the same key never share a statement.
 */
export function batchOnce<Values extends object, Row extends Numbered>(
  write: (values: Values, batch: Batch) => SQL,
  getKey: (values: Values) => unknown,
) {
  const lanes = new Map<string, Lane<Row>>();
  return (call: Values): Promise<Row | undefined> => {
    const values: unknown[] = [];
    const shape = getShape(call, values);
    const lane = lanes.get(shape) ?? createLane<Values, Row>(write, call, values);
    lanes.set(shape, lane);
    if (isInTransaction()) return runAlone(lane, values);
    const size = values.reduce<number>((sum, one) => sum + (typeof one === "string" ? one.length : 0), 0);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ values, key: getKey(call), size, resolve, reject });
      if (!lane.isBusy) void drain(lane);
    });
  };
}

function createLane<Values extends object, Row>(
  write: (values: Values, batch: Batch) => SQL,
  call: Values,
  values: unknown[],
): Lane<Row> {
  const types = values.map((value) => sql.raw(typeof value === "number" ? "bigint" : "text"));
  const columns = types.map((type, at) => sql`${sql.raw(`v${at}`)} ${type}`);
  const records = sql`select * from jsonb_to_recordset(${sql.placeholder("0")}::jsonb)
    as calls(${sql.join([sql`nr int`, ...columns], sql`, `)})`;
  const inColumns = replaceValues(call, (at) => sql.raw(`calls.v${at}`)) as Values;
  // PostgreSQL plans a statement with parameters better than one that joins a relation of values.
  const inPlaceholders = replaceValues(
    call,
    (at) => sql`${sql.placeholder(String(at))}::${types[at]}`,
  ) as Values;
  const one = { calls: sql`not materialized (select 0 as nr)` };
  return {
    alone: buildStatement(write(inPlaceholders, { ...one, isShared: false })),
    one: buildStatement(write(inPlaceholders, { ...one, isShared: true })),
    several: buildStatement(write(inColumns, { calls: sql`materialized (${records})`, isShared: true })),
    waiting: [],
    isBusy: false,
  };
}

async function drain<Row extends Numbered>(lane: Lane<Row>): Promise<void> {
  lane.isBusy = true;
  while (lane.waiting.length > 0) await run(lane, takeBatch(lane));
  lane.isBusy = false;
}

function takeBatch<Row>(lane: Lane<Row>): Call<Row>[] {
  const batch: Call<Row>[] = [];
  const later: Call<Row>[] = [];
  const keys = new Set<unknown>();
  let characters = 0;
  for (const call of lane.waiting) {
    const fits = batch.length < MAX_CALLS && (batch.length === 0 || characters + call.size <= MAX_CHARACTERS);
    // Calls with the same key run in order, so a call must not overtake an earlier one that is still waiting.
    const isFirst = !keys.has(call.key);
    keys.add(call.key);
    if (!fits || !isFirst) {
      later.push(call);
      continue;
    }
    batch.push(call);
    characters += call.size;
  }
  lane.waiting = later;
  return batch;
}

// Never rejects; it settles each call separately.
async function run<Row extends Numbered>(lane: Lane<Row>, batch: Call<Row>[]): Promise<void> {
  let rows: Row[] = [];
  try {
    rows = await runShared(lane, batch);
  } catch (error) {
    // After a lost connection it is unknown whether the statement was committed.
    if (batch.length === 1 || !isSqlState(getErrorCode(error))) {
      for (const { reject } of batch) reject(error);
      return;
    }
  }
  const byNumber = new Map(rows.map((row) => [row.nr, row]));
  for (const [nr, { values, resolve, reject }] of batch.entries()) {
    const row = byNumber.get(nr);
    if (row) resolve(row);
    // Not awaited, so that other calls don't wait for the locks of this one.
    else void runAlone(lane, values).then(resolve, reject);
  }
}

const runAlone = async <Row>({ alone }: Lane<Row>, values: unknown[]): Promise<Row | undefined> =>
  (await execute<Row>(alone, values))[0];

// Short, because locked chats and memberships are skipped.
function runShared<Row>({ one, several }: Lane<Row>, batch: Call<Row>[]): Promise<Row[]> {
  if (batch.length === 1) return execute<Row>(one, batch[0]!.values, { isShort: true });
  const records = batch.map(({ values }, nr) => ({
    nr,
    ...Object.fromEntries(values.map((value, at) => [`v${at}`, value])),
  }));
  return execute<Row>(several, [JSON.stringify(records)], { isShort: true });
}
