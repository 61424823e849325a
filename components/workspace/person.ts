/** Who is signed in, and in which group. */
export type Person = { id: number; name: string; email: string; group: string };
