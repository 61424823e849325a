import { GET as finish } from "@/app/(auth)/login/oidc/[provider]/return/route";
import { GET as start } from "@/app/(auth)/login/oidc/[provider]/start/route";
import { config } from "@/lib/platform/config";
import type { OidcProvider } from "@/lib/platform/config/oidc-providers";
import type { Claims, startHostileIssuer } from "./fakes/hostile-issuer";

const ADDRESS = "http://localhost:3000";

let people = 0;
const newAddress = () => `person-${++people}@acme.test`;
const newPerson = (more: Claims = {}): Claims => ({
  sub: `sub-${++people}`,
  email: newAddress(),
  email_verified: true,
  name: "Pat Person",
  ...more,
});

function readCookies(response: Response): Record<string, string> {
  const pairs = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]!.split("=", 2));
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}

function call(
  handler: typeof start,
  address: string,
  cookies: Record<string, string> = {},
  provider = "acme",
): Promise<Response> {
  const cookie = Object.entries(cookies).map((pair) => pair.join("="));
  const request = new Request(address, { headers: { cookie: cookie.join("; ") } });
  return handler(request, { params: Promise.resolve({ provider }) });
}

async function comeBack(back: string, pending: Record<string, string>) {
  const done = await call(finish, back, pending);
  return { to: done.headers.get("location")!, session: readCookies(done)["parley-session"] };
}

// Goes to the provider and comes back.
async function visit(next = "/") {
  const begun = await call(start, `${ADDRESS}/login/oidc/acme/start?next=${encodeURIComponent(next)}`);
  const to = begun.headers.get("location")!;
  const pending = readCookies(begun);
  if (!to.startsWith("http")) return { back: undefined, pending, to, session: undefined };
  const asked = await fetch(to, { redirect: "manual" });
  const back = asked.headers.get("location")!;
  return { back, pending, ...(await comeBack(back, pending)) };
}

/** Does what browsers do when people sign in with the provider "acme", whose issuer is `issuer`. */
export function createOidcBrowser({ url, issuer }: Awaited<ReturnType<typeof startHostileIssuer>>) {
  const provider: OidcProvider = {
    id: "acme",
    name: "Acme",
    issuer: url,
    client_id: "parley",
    client_secret: "client-secret",
    scope: "openid email profile",
    trusts_email: false,
    creates_accounts: true,
    group_role: "member",
  };
  return {
    // Sets the provider of the installation.
    use: (change: Partial<OidcProvider> = {}) => {
      config().OIDC_PROVIDERS = [{ ...provider, ...change }];
    },
    call,
    visit,
    comeBack,
    signIn: (claims: Claims, next?: string) => {
      issuer.claims = claims;
      return visit(next);
    },
    newPerson,
    newAddress,
  };
}
