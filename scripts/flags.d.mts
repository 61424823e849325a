export const FLAGS: string[];
export const COMPILE_CACHE_ENV: { NODE_COMPILE_CACHE: string };
