import { POST as submit } from "@/app/(auth)/login/submit/route";
import { PASSWORD } from "./client";

/**
 * Signs in with the form of the sign-in page.
 * @returns the session cookie as a `Cookie` header
 */
export async function signInBrowser(email: string): Promise<string> {
  const answer = await submit(
    new Request("http://localhost:3000/login/submit", {
      method: "POST",
      body: new URLSearchParams({ email, password: PASSWORD }),
    }),
  );
  const line = answer.headers.getSetCookie().find((each) => /^(__Host-)?parley-session=/.test(each));
  if (!line) throw new Error(`Signing in led to ${answer.headers.get("location")}`);
  return line.slice(0, line.indexOf(";"));
}
