// @ts-check

/** Entities that mammoth writes. @type {Record<string, string>} */
const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
/** @param {string} text */
const plain = (text) => text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
/** @param {string} text */
const inLine = (text) => text.replaceAll(/\s+/g, " ").trim();

/**
 * The HTML that mammoth makes of a document, as Markdown. It is well formed
 * and has few elements; what stands for looks only is left out.
 * @param {string} html
 */
export function markdownOf(html) {
  /** What is being written: the document or, within one, a cell of a table. @type {string[][]} */
  const open = [[]];
  /** @type {{ isOrdered: boolean, count: number }[]} */
  const lists = [];
  /** @type {string[][][]} */
  const tables = [];
  /** @param {string} text */
  const write = (text) => open.at(-1)?.push(text);

  /** @type {Record<string, { start?: () => void, end?: () => void }>} */
  const elements = {
    p: { end: () => write("\n\n") },
    br: { start: () => write("\n") },
    ul: list(false),
    ol: list(true),
    li: {
      start: () => {
        const list = lists.at(-1) ?? { isOrdered: false, count: 0 };
        list.count++;
        write(`\n${"  ".repeat(Math.max(0, lists.length - 1))}${list.isOrdered ? `${list.count}.` : "-"} `);
      },
    },
    table: { start: () => void tables.push([]), end: () => write(tableOf(tables.pop() ?? [])) },
    tr: { start: () => void tables.at(-1)?.push([]) },
    td: cell(),
    th: cell(),
  };
  for (let level = 1; level <= 6; level++)
    elements[`h${level}`] = { start: () => write(`\n${"#".repeat(level)} `), end: () => write("\n\n") };

  for (const [token, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+/g)) {
    if (name === undefined) write(plain(token));
    else if (slash) elements[name]?.end?.();
    else elements[name]?.start?.();
  }
  return open
    .flat()
    .join("")
    .replaceAll(/[^\S\n]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

  /** @param {boolean} isOrdered */
  function list(isOrdered) {
    return {
      start: () => void lists.push({ isOrdered, count: 0 }),
      end: () => {
        lists.pop();
        if (lists.length === 0) write("\n\n");
      },
    };
  }

  function cell() {
    return {
      start: () => void open.push([]),
      end: () => {
        const text = inLine((open.length > 1 ? open.pop() : undefined)?.join("") ?? "");
        tables.at(-1)?.at(-1)?.push(text.replaceAll("|", "\\|"));
      },
    };
  }
}

/** @param {string[][]} rows */
function tableOf(rows) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return "";
  /** @param {string[]} row */
  const line = (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |\n`;
  const [head = [], ...body] = rows;
  return `\n\n${line(head)}${line(Array(width).fill("---"))}${body.map(line).join("")}\n`;
}
