export const OF_EVERY_FUNCTION: string[];
export const OF_FUNCTIONS_THAT_READ: string[];
export const OF_SERVER: string[];
export const OF_NO_FUNCTION: string[];
