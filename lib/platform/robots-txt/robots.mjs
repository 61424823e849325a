// @ts-check
// Robots Exclusion Protocol (RFC 9309). Parsing a file and matching a path take linear time, whatever the rules
// contain.

/** Crawlers may ignore content after this size (RFC 9309, section 2.5). */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/**
 * @typedef {{ isAllowed: boolean, pattern: string }} Rule `pattern`: `*` matches anything, `$` the end of the path
 * @typedef {{ rules: Rule[], crawlDelay: number | undefined, sitemaps: string[] }} Robots `crawlDelay`: in seconds
 * @typedef {{ agents: string[], rules: Rule[], crawlDelay: number | undefined }} Group
 */

/**
 * Parses the rules for one crawler: those of all groups that name it, else those of the `*` groups.
 * @param {Buffer} bytes of robots.txt
 * @param {string} agent
 * @returns {Robots}
 */
export function parseRobots(bytes, agent) {
  /** @type {Group[]} */
  const groups = [];
  /** @type {string[]} */
  const sitemaps = [];
  let namesAgents = false;
  for (const line of readLines(bytes)) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const key = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const group = groups.at(-1);
    if (key === "user-agent") {
      if (namesAgents) group?.agents.push(value.toLowerCase());
      else groups.push({ agents: [value.toLowerCase()], rules: [], crawlDelay: undefined });
      namesAgents = true;
    } else if (key === "sitemap") sitemaps.push(value);
    else if (key === "allow" || key === "disallow" || key === "crawl-delay") {
      namesAgents = false;
      if (key === "crawl-delay") {
        const seconds = Number.parseFloat(value);
        if (group && seconds >= 0) group.crawlDelay ??= seconds;
      } else if (/^[/*]/.test(value))
        group?.rules.push({ isAllowed: key === "allow", pattern: toPattern(value) });
    }
  }
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"));
  return {
    rules: chosen.flatMap(({ rules }) => rules),
    crawlDelay: chosen.find(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay,
    sitemaps,
  };
}

/**
 * Yields lines without comments. A line truncated at the size limit is dropped, because it could mean something else.
 * @param {Buffer} bytes
 */
function* readLines(bytes) {
  const text = bytes.toString("utf8", 0, MAX_ROBOTS_BYTES).replace(/^\uFEFF/, "");
  const isCut = bytes.length > MAX_ROBOTS_BYTES;
  const end = isCut ? Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) : text.length;
  for (const line of text.slice(0, Math.max(end, 0)).split(/[\r\n]/)) {
    const comment = line.indexOf("#");
    yield comment < 0 ? line : line.slice(0, comment);
  }
}

/** @param {readonly Rule[]} rules @param {string} path with its query */
export const isPathAllowed = (rules, path) => findRule(rules, preparePath(path))?.isAllowed ?? true;

/**
 * @typedef {{ text: string, bytes: Uint8Array, sought: Uint8Array, fallbacks: Uint32Array }} PreparedPath
 * `sought` and `fallbacks` are buffers for `findEnd`
 */

/** @param {string} path with its query @returns {PreparedPath} */
export function preparePath(path) {
  const text = encode(path).replaceAll("*", "%2A").replaceAll("$", "%24");
  const { length } = text;
  return {
    text,
    bytes: Buffer.from(text, "latin1"),
    sought: new Uint8Array(length),
    fallbacks: new Uint32Array(length),
  };
}

/**
 * Returns the rule that applies to a path: the longest match, and among equally long ones the one that allows.
 * @param {Iterable<Rule>} rules
 * @param {PreparedPath} path
 * @param {Rule} [best] match among earlier rules
 */
export function findRule(rules, path, best) {
  if (path.text === "/robots.txt") return undefined;
  for (const rule of rules) {
    const size = rule.pattern.length;
    if (best && (size < best.pattern.length || (size === best.pattern.length && best.isAllowed))) continue;
    if (matches(rule.pattern, path)) best = rule;
  }
  return best;
}

/** @param {string} pattern @param {PreparedPath} path */
function matches(pattern, path) {
  const { text } = path;
  const isWhole = pattern.endsWith("$");
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const first = /** @type {string} */ (parts.shift());
  if (!text.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  if (isWhole && last === undefined) return text === first;
  let at = first.length;
  for (const part of parts) {
    at = findEnd(path, part, at);
    if (at < 0) return false;
  }
  return last === undefined || (text.length - last.length >= at && text.endsWith(last));
}

/**
 * Returns the end of the first occurrence of a part, or -1. Uses Knuth–Morris–Pratt, because `indexOf` takes
 * quadratic time for some inputs.
 * @param {PreparedPath} path
 * @param {string} part
 * @param {number} from
 */
function findEnd({ bytes, sought, fallbacks }, part, from) {
  const { length } = part;
  if (length === 0) return from;
  if (bytes.length - from < length) return -1;
  for (let at = 0; at < length; at++) sought[at] = part.charCodeAt(at);
  const fallback = (/** @type {number} */ matched) => /** @type {number} */ (fallbacks[matched - 1]);
  for (let at = 1, matched = 0; at < length; at++) {
    while (matched > 0 && sought[at] !== sought[matched]) matched = fallback(matched);
    if (sought[at] === sought[matched]) matched++;
    fallbacks[at] = matched;
  }
  for (let at = from, matched = 0; at < bytes.length; at++) {
    while (matched > 0 && bytes[at] !== sought[matched]) matched = fallback(matched);
    if (bytes[at] === sought[matched]) matched++;
    if (matched === length) return at + 1;
  }
  return -1;
}

/**
 * Normalizes a rule for comparison (RFC 9309, section 2.2.2). A `$` is special only at the end.
 * @param {string} value
 */
function toPattern(value) {
  const isWhole = value.endsWith("$");
  const path = encode(isWhole ? value.slice(0, -1) : value).replaceAll("$", "%24");
  return `${path.replace(/\*+/g, "*")}${isWhole ? "$" : ""}`;
}

/**
 * Percent-encodes non-ASCII characters, and decodes octets that stand for unreserved characters (RFC 3986).
 * @param {string} text
 */
const encode = (text) =>
  text.toWellFormed().replace(/%[0-9a-f]{2}|[^!-~]/giu, (part) => {
    if (part[0] !== "%" || part.length !== 3) return encodeURIComponent(part);
    const decoded = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w.~-]/.test(decoded) ? decoded : part.toUpperCase();
  });
