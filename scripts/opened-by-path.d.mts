export const FILES_OF_ALL_FUNCTIONS: string[];
export const FILES_OF_READING_FUNCTIONS: string[];
export const FILES_OF_SERVER: string[];
export const FILES_OF_NO_FUNCTION: string[];
