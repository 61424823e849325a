import { nothingHere as handle } from "@/lib/api/nothing-here";

/** What a program hears at an address that leads nowhere (`next.config.ts`). */
export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
