/**
 * Script of a preview's frame that makes errors name the lines of the page. A script of a document that is written counts
 * lines from its own beginning, so line breaks are put in front of each. The browser's parser finds the scripts, because
 * they can't be told from the same text in a comment, an attribute or another script.
 */
export const LINE_SCRIPT = `
const MAX_ADDED = 10_000_000;

const listScripts = (html) =>
  [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("script")]
    .map(({ textContent }) => textContent)
    .filter((text) => text !== "");

// Returns undefined if a script can't be found in the text, or if there would be too many line breaks.
function tryNumberLines(html) {
  const scripts = [];
  const parts = [];
  let [from, lines, added] = [0, 0, 0];
  for (const text of listScripts(html)) {
    const start = html.indexOf(">" + text + "</", from) + 1;
    if (start === 0) return undefined;
    const before = html.slice(from, start);
    lines += before.split("\\n").length - 1;
    added += lines;
    if (added > MAX_ADDED) return undefined;
    const breaks = "\\n".repeat(lines);
    parts.push(before, breaks);
    scripts.push(breaks + text);
    from = start;
  }
  const numbered = parts.join("") + html.slice(from);
  // What was found may be something else, with the same text.
  return listScripts(numbered).every((text, at) => text === scripts[at]) ? numbered : undefined;
}

function numberLines(given) {
  const html = given.replaceAll(/\\r\\n?/g, "\\n");
  // The reporting script looks for the attribute.
  return tryNumberLines(html) ?? html.replace("<script data-lines>", "<script>");
}
`;
