export const MAX_CONNECTIONS = 50;
