// @ts-check

// The globals of a program: `tables`, `texts`, `table`, `plot` and `console`. They are defined in the sandbox before
// the program runs, and they save the builtins that they need, because the program may replace those. The host does not
// trust their output.
//
// The globals are written as functions so that they are type-checked and formatted; only their source enters the
// sandbox.

/**
 * @typedef {{ name: string, parts: { title: string | null, start: number }[] | null }} File `parts`: sheets of a table
 * @typedef {{ shown: number, rows: number, log: number, value: number }} Limits
 */

/**
 * Defines `tables` and `texts`, which load a file when the program reads it.
 * @param {(at: number) => string} load returns the text of a file
 * @param {File[]} files
 */
function defineFiles(load, files) {
  const { parse } = JSON;
  const { defineProperty, fromEntries } = Object;

  /**
   * Converts rows to objects keyed by the header row; empty and duplicate names get a number.
   * @param {string} text
   */
  function parseRows(text) {
    const [head = [], ...rows] = text
      .split("\n")
      // Skips other lines: the last line may be a note about truncated content.
      .filter((line) => /^\[(["\d-]|null|true|false|\])/.test(line))
      .map((line) => parse(line));
    /** @type {string[]} */
    const names = [];
    for (const [at, cell] of head.entries()) {
      const name = cell === null ? `column ${at + 1}` : String(cell);
      names.push(names.includes(name) ? `${name} ${at + 1}` : name);
    }
    return rows.map((/** @type {unknown[]} */ row) =>
      fromEntries(names.map((name, at) => [name, row[at] ?? null])),
    );
  }

  /** @param {object} on @param {string} name @param {() => unknown} make */
  function lazily(on, name, make) {
    /** @type {{ value: unknown } | undefined} */
    let made;
    defineProperty(on, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        made ??= { value: make() };
        return made.value;
      },
    });
  }

  const tables = {};
  const texts = {};
  for (const [at, { name, parts }] of files.entries()) {
    if (!parts) lazily(texts, name, () => load(at));
    else if (parts.length < 2) lazily(tables, name, () => parseRows(load(at)));
    else
      for (const [n, { title, start }] of parts.entries())
        lazily(tables, `${name}/${title ?? n + 1}`, () =>
          parseRows(load(at).slice(start, parts[n + 1]?.start)),
        );
  }
  return { tables, texts };
}

function createFormat() {
  const { stringify } = JSON;
  const { fromEntries } = Object;

  /**
   * `JSON.stringify` replacer for values that JSON can't represent.
   * @param {string} _
   * @param {unknown} value
   */
  function plain(_, value) {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return "[function]";
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    if (value instanceof Map) return fromEntries(value);
    if (value instanceof Set || ArrayBuffer.isView(value)) return Array.from(/** @type {any} */ (value));
    return value;
  }
  /** @param {unknown} value @returns {string} */
  const toText = (value) =>
    typeof value === "string" || value instanceof Error
      ? String(value)
      : (stringify(value, plain) ?? "undefined");
  /**
   * Returns the line of the program at which an error was thrown, or null.
   * @param {unknown} error
   */
  const findLine = (error) => {
    const [, line] = (error instanceof Error && /program:(\d+)/.exec(String(error.stack))) || [];
    return line ? Number(line) : null;
  };
  return { plain, toText, findLine };
}

/**
 * @param {(at: number) => string} load
 * @param {File[]} files
 * @param {Limits} most
 */
function definePrelude(load, files, most) {
  const { parse, stringify } = JSON;
  const { fromEntries } = Object;
  const { plain, toText, findLine } = createFormat();
  const { apply: reflect } = Reflect;
  const { then } = Promise.prototype;
  /** @type {unknown[]} */
  const shown = [];
  let log = "";

  /** @param {unknown} what */
  function show(what) {
    if (shown.length >= most.shown) throw new Error(`No more than ${most.shown} tables and plots are shown.`);
    shown.push(what);
  }

  Object.assign(globalThis, {
    ...defineFiles(load, files),
    /** @param {unknown} rows @param {unknown} [title] */
    table(rows, title) {
      if (!Array.isArray(rows)) throw new TypeError("table() takes an array of objects or of arrays.");
      const cut = parse(stringify(rows.slice(0, most.rows), plain));
      show({ kind: "table", title: title == null ? null : String(title), rows: cut, all: rows.length });
    },
    /** @param {unknown} spec */
    plot(spec) {
      if (spec === null || typeof spec !== "object" || Array.isArray(spec))
        throw new TypeError("plot() takes a Vega-Lite specification, an object.");
      show({ kind: "plot", spec: parse(stringify(spec, plain)) });
    },
    console: fromEntries(
      ["log", "info", "warn", "error", "debug", "table"].map((name) => [
        name,
        (/** @type {unknown[]} */ ...values) => {
          if (log.length < most.log) log += `${values.map(toText).join(" ")}\n`;
        },
      ]),
    ),
  });

  /** @type {{ state: "pending" | "done" | "failed", value: unknown }} */
  const outcome = { state: "pending", value: undefined };
  const done = (/** @type {unknown} */ value) => void Object.assign(outcome, { state: "done", value });
  const failed = (/** @type {unknown} */ value) => void Object.assign(outcome, { state: "failed", value });
  /** @param {unknown} promise of the program: QuickJS wraps its value, which may itself be a promise */
  function watch(promise) {
    const unwrapped = (/** @type {{ value: unknown }} */ { value }) =>
      value instanceof Promise ? void reflect(then, value, [done, failed]) : done(value);
    reflect(then, promise, [unwrapped, failed]);
  }
  const report = () =>
    stringify({
      state: outcome.state,
      value: outcome.value === undefined ? null : toText(outcome.value).slice(0, most.value),
      line: outcome.state === "failed" ? findLine(outcome.value) : null,
      log: log.slice(0, most.log),
      shown,
    });
  return (/** @type {unknown} */ promise) => (promise === undefined ? report() : watch(promise));
}

/** Source of a function with the parameters of `definePrelude`. */
export const prelude = `(() => {
${defineFiles}
${createFormat}
return ${definePrelude};
})()`;
