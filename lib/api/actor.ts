export type Role = "owner" | "admin" | "member";

type UserPrincipal = {
  user: {
    id: number;
    email: string;
    fullName: string;
    avatarUrl: string | null;
    isInstallationOwner: boolean;
  };
  group: { id: string; name: string; role: Role };
};

type SignIn =
  | { kind: "session"; id: string }
  /** `id` is the user's id, because login tokens are not stored. */
  | { kind: "login"; id: string; issuedAt: Date };
type ApiToken = { kind: "api_token"; id: string; expires: boolean };

/** A user who sends a request with a session or access token (`user`), or with an API token. */
export type Caller = UserPrincipal &
  ({ kind: "user"; credential: SignIn } | { kind: "token"; credential: ApiToken });

// Code acting for a user without a request: a scheduled job, an inbound mail, an assistant's tool calls, a
// transcription.
type Deputy = UserPrincipal & { kind: "job" | "mail" | "assistant" | "voice" };

export type Visitor = { kind: "visitor"; user: null; group: { id: string } };

/** Principals with the permissions of a group member. */
export type Viewer = Caller | Deputy;

export type Actor = Viewer | Visitor;

/** Identifies a request across retries and is stored with its writes. `claim` identifies this attempt. */
export type Idempotency = { caller: string; key: string; claim: string };

export type CallOptions = { idempotency?: Idempotency; signal?: AbortSignal };
