export type Role = "owner" | "admin" | "member";

/** A person at work in one of their groups. */
type Person = {
  user: {
    id: number;
    email: string;
    fullName: string;
    avatarUrl: string | null;
    isInstallationOwner: boolean;
  };
  group: { id: string; name: string; role: Role };
};

/** What a request showed; limits count by it. */
type SignIn =
  | { kind: "session"; id: string }
  /** `id`: that of the person, since nothing is stored of a login token. */
  | { kind: "login"; id: string; issuedAt: Date };
type ApiToken = { kind: "api_token"; id: string; expires: boolean };

/** A person who sends a request: in the browser or with an access token (`user`), or with an API token. */
export type Caller = Person &
  ({ kind: "user"; credential: SignIn } | { kind: "token"; credential: ApiToken });

/** What acts for a person when they send no request: a scheduled job, a mail of theirs, an assistant that uses tools, a recording that is transcribed. */
type Deputy = Person & { kind: "job" | "mail" | "assistant" | "voice" };

/** A visitor of a public chat, who has no account. */
export type Visitor = { kind: "visitor"; user: null; group: { id: string } };

/** Who sees what a member of a group sees. */
export type Viewer = Caller | Deputy;

/** Who acts, in which group: what every service takes first. */
export type Actor = Viewer | Visitor;

/** Names a request across its retries; a service stores it with what it writes. `claim`: this request's own name. */
export type Idempotency = { caller: string; key: string; claim: string };

/** What a service may be told besides its input. */
export type Options = { idempotency?: Idempotency; signal?: AbortSignal };
