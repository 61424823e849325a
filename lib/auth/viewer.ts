export type Role = "owner" | "admin" | "member";

/** Who is calling, in which group: what every service takes first. */
export type Viewer = {
  user: {
    id: number;
    email: string;
    fullName: string;
    avatarUrl: string | null;
    isInstallationOwner: boolean;
  };
  group: { id: string; name: string; role: Role };
  /** What the caller showed: a session (browser or access token) or an API token; limits count by it. */
  credential:
    | { kind: "session"; id: string }
    | { kind: "api_token"; id: string; expires: boolean }
    /** `id`: that of the person, since nothing is stored of a login token. */
    | { kind: "login"; id: string; issuedAt: Date };
};
