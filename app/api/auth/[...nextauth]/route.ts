import NextAuth from "next-auth";
import { browserSessions } from "@/lib/auth/browser";

const handle = NextAuth(browserSessions());

export { handle as GET, handle as POST };
