export function findBrowser(): string | undefined;
export function hasBrowser(): boolean;
export function ensureBrowser(): Promise<string | undefined>;
