export function findBrowser(): string | undefined;
export function findWholeBrowser(): string | undefined;
export function ensureBrowser(): Promise<void>;
