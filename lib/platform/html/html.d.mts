/** The words of a page of HTML, its tables as rows of cells and the addresses of its links beside their words. */
export function extractHtmlText(html: string): string;
