export const PASSWORD: string;
export const people: { key: string; name: string; role?: string; email: string }[];
