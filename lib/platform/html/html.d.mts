/** Returns the text of an HTML page. Table rows become lines, and a link's address follows its text. */
export function extractHtmlText(html: string): string;
