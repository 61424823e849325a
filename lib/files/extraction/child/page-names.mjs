// @ts-check

const MAX_NAMED = 20;

/** Names pages, such as "Page 3" or "Pages 2, 5–9, and 12". @param {number[]} pages in ascending order */
export function namePages(pages) {
  if (pages.length === 1) return `Page ${pages[0]}`;
  /** @type {{ first: number, last: number }[]} */
  const ranges = [];
  for (const page of pages) {
    const before = ranges.at(-1);
    if (before?.last === page - 1) before.last = page;
    else ranges.push({ first: page, last: page });
  }
  if (ranges.length > MAX_NAMED) return `${pages.length.toLocaleString("en")} pages`;
  const names = ranges.flatMap(({ first, last }) =>
    last - first > 1 ? `${first}–${last}` : last > first ? [first, last] : first,
  );
  return `Pages ${new Intl.ListFormat("en").format(names.map(String))}`;
}

/** Lowercases the first letter for use within a sentence. @param {string} name */
export const lowercaseFirstLetter = (name) => name.charAt(0).toLowerCase() + name.slice(1);

export const PARTLY_UNREAD = "Parts of the pictures of this page could not be read.";
