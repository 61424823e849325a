import { join } from "node:path";
import { Readable } from "node:stream";
import git, { Errors, type HttpClient } from "isomorphic-git";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { workFolders } from "@/lib/platform/storage/service";
import type { ConnectorSource } from "../contract";
import { type Item, type Opening, type Source, SourceError } from "../source";

/**
 * The files of a branch of a Git repository over HTTPS. Its latest commit is fetched without its history, to a bare
 * repository in the data folder; of an unchanged branch nothing is fetched.
 */

type Settings = Extract<ConnectorSource, { kind: "git" }>;

const LARGEST = 300 * 1024 * 1024;
/** Each fetch adds a pack; with so many all is fetched anew. */
const MOST_PACKS = 10;

const clientFor = (signal: AbortSignal): HttpClient => ({
  async request({ url, method = "GET", headers = {}, body }) {
    const sent: Uint8Array[] = [];
    if (body) for await (const piece of body) sent.push(piece);
    const answer = await fetchOutside(url, {
      ...{ method, headers, body: body && Buffer.concat(sent), signal, largest: LARGEST, timeout: 600_000 },
    });
    return {
      url,
      method,
      statusCode: answer.status,
      statusMessage: answer.statusText,
      headers: Object.fromEntries(answer.headers),
      body: answer.body ? piecesOf(answer.body) : undefined,
    };
  },
});

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncIterableIterator<Uint8Array> {
  for await (const piece of Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])) yield piece;
}

export async function openRepository(settings: Settings, opening: Opening): Promise<Source> {
  const { address: url, branch, user = "git" } = settings;
  const { fs } = workFolders;
  const gitdir = workFolders.path(opening.connector);
  const cache = {};
  const local = { fs, gitdir, cache };
  const remote = {
    http: clientFor(opening.signal),
    url,
    onAuth: () => (opening.secret ? { username: user, password: opening.secret } : { cancel: true }),
    onAuthFailure: () => ({ cancel: true }),
  };
  const isHere = (oid: string) =>
    git.readObject({ ...local, oid, format: "deflated" }).then(
      () => true,
      () => false,
    );

  /** Has the latest commit of the branch here. @throws SourceError */
  const latest = explained(async () => {
    const refs = await git.listServerRefs({ ...remote, symrefs: true });
    const head = refs.find(({ ref }) => ref === (branch ? `refs/heads/${branch}` : "HEAD"));
    if (!head) throw new SourceError(branch ? `There is no branch ${branch}.` : "The repository is empty.");
    if (await isHere(head.oid)) return head.oid;
    const packs = await fs.promises
      .readdir(join(/* turbopackIgnore: true */ gitdir, "objects", "pack"))
      .catch(() => []);
    if (packs.length > 2 * MOST_PACKS) await workFolders.remove(opening.connector);
    await fs.promises.mkdir(gitdir, { recursive: true, mode: 0o700 });
    await git.init({ fs, gitdir, bare: true });
    await git.addRemote({ fs, gitdir, remote: "origin", url, force: true });
    const ref = head.target ?? head.ref;
    await git.fetch({ ...local, ...remote, ref, remoteRef: ref, singleBranch: true, depth: 1, tags: false });
    return head.oid;
  });

  async function* filesOf(oid: string, at: string): AsyncGenerator<Item[]> {
    const { tree } = await git.readTree({ ...local, oid });
    const files = tree.filter(({ type, mode }) => type === "blob" && mode !== "120000");
    yield files.map(({ path, oid: version }) => ({ path: at + path, version }));
    for (const { type, path, oid: inner } of tree)
      if (type === "tree") yield* filesOf(inner, `${at}${path}/`);
  }

  return {
    async *list() {
      yield* filesOf(await latest(), "");
    },
    async read({ version }) {
      const oid = version!;
      // Another process may have listed it.
      if (!(await isHere(oid))) await latest();
      const { blob } = await git.readBlob({ ...local, oid }).catch(() => {
        throw new SourceError("It is no longer in the repository.");
      });
      return { stream: Readable.from([Buffer.from(blob)]), version };
    },
  };
}

/** What Git says, in sentences for a person. */
const explained =
  <T>(work: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Errors.UserCanceledError)
        throw new SourceError("The server refused the access token, or requires one.");
      if (error instanceof Errors.HttpError)
        throw new SourceError(
          `The server answered ${error.data.statusCode}. Is this the address of a repository?`,
        );
      if (error instanceof Errors.SmartHttpError || error instanceof Errors.ParseError)
        throw new SourceError("The server does not answer as a Git repository does.");
      if (error instanceof EgressError && error.fault === "garbage")
        throw new SourceError("The repository is larger than 300 MB.");
      throw error;
    }
  };
