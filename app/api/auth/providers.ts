import Credentials from "next-auth/providers/credentials";
import { services } from "@/app/services";
import type { Browser, ResolvedSignIn } from "@/lib/identity/auth/service";
import { getReader, LANGUAGE_COOKIE } from "@/lib/platform/words/languages";

type FormFields = Record<string, unknown>;

// Sign-in methods by the id of their NextAuth provider.
const ways = {
  credentials: {
    fields: ["email", "password"],
    enter: (fields, from) => services().enterByPassword(fields, from),
  },
  magic: { fields: ["token"], enter: (fields, from) => services().enterByMagicLink(fields, from) },
  registration: {
    fields: ["email", "password", "full_name", "group_name", "setup_token", "next"],
    enter: (fields, from) => services().enterByRegistration(fields, from),
  },
  confirmation: {
    fields: ["token"],
    enter: (fields, from) => services().enterByConfirmation(fields, from),
  },
  firebase: { fields: ["id_token", "next"], enter: enterByFirebase },
  oidc: {
    fields: ["provider", "attempt", "query", "next"],
    enter: (fields, from) => services().enterByOidc(fields, from),
  },
  group: { fields: ["group_id"], enter: (fields, from) => services().enterGroup(fields, from) },
  leaving: { fields: [], enter: (fields, from) => services().leaveGroup(fields, from) },
} satisfies Record<
  string,
  { fields: string[]; enter: (fields: FormFields, from: Browser) => Promise<ResolvedSignIn> }
>;

export type ProviderId = keyof typeof ways;

/** Result for in-process callers, because NextAuth reports errors only through the redirect's address. */
export type SignInOutcome = { entered?: ResolvedSignIn; error?: unknown };

export const createProviders = (outcome: SignInOutcome) =>
  (Object.keys(ways) as ProviderId[]).map((id) => {
    const { fields, enter } = ways[id];
    return Credentials({
      id,
      credentials: Object.fromEntries(fields.map((name) => [name, {}])),
      authorize: async (given, { headers }) => {
        try {
          const from = readBrowser(new Headers(headers));
          const entered = await enter(given ?? {}, from);
          const session = await services().startSession(entered, from);
          outcome.entered = entered;
          return session ? { id: session.id } : null;
        } catch (error) {
          outcome.error = error;
          return refused(error);
        }
      },
    });
  });

/** @throws errors whose message NextAuth may put into the address of the next page */
function refused(error: unknown): null {
  const { AppError, InvalidInput, log } = services();
  if (error instanceof InvalidInput) return null;
  if (!(error instanceof AppError)) {
    log.error({ err: error }, "a sign-in failed");
    throw new Error("Sign-in failed.");
  }
  if (error.kind === "unauthorized") return null;
  throw error;
}

export function readBrowser(headers: Headers): Browser {
  const { getBrowserCookieConfig, getDeviceCookie, getPageCallerAddress, isMarkedLocal, parseCookie } =
    services();
  const cookies = headers.get("cookie");
  return {
    address: getPageCallerAddress(headers),
    device: parseCookie(cookies, getDeviceCookie().name),
    session: parseCookie(cookies, getBrowserCookieConfig().name),
    userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
    isLocal: isMarkedLocal(headers),
    language: getReader(parseCookie(cookies, LANGUAGE_COOKIE), headers.get("accept-language")).language,
  };
}

async function enterByFirebase(
  { id_token: token, next }: FormFields,
  { address, isLocal, language }: Browser,
) {
  const entry = {
    address,
    isLocal,
    language,
    invitation: services().parseInvitationToken(typeof next === "string" ? next : ""),
  };
  const user = await services().getOrCreateUser(typeof token === "string" ? token : "", entry);
  return { userId: user.id };
}
