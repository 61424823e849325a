export function listImageFiles(): Promise<string[]>;
export function copyImageFiles(folder: string): Promise<void>;
