// @ts-check
// Git over HTTP (gitprotocol-http, -v2 and -pack): finds the head of a branch and fetches a pack of that commit
// without its history.
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { Problem } from "../../../platform/intake/child/problem.mjs";

/** @typedef {import("../../../platform/intake/child/main.mjs").Host} Host */
/** @typedef {{ address: string, branch?: string, host: Host }} Remote */

const SERVICE = "git-upload-pack";
// `thin-pack` lets Git send deltas against objects that the client has. Without it, Git sends all files again.
const CAPABILITIES = "multi_ack_detailed side-band-64k thin-pack ofs-delta no-progress agent=parley";
const MAX_PACKET_BYTES = 65_520;
const MB = 1024 * 1024;
const MAX_REFS_MB = 50;
export const MAX_PACK_MB = 300;
const FLUSH = "0000";
const DELIMITER = "0001";
const BAND = { data: 1, error: 3 };

export const createNoRepositoryError = () =>
  new Problem("The server does not answer as a Git repository does.");

/** @param {string} line */
const packet = (line) => (Buffer.byteLength(line) + 4).toString(16).padStart(4, "0") + line;

/**
 * Yields the packets of a file, and undefined for flush and delimiter packets.
 * @param {string} path
 */
function* readPackets(path) {
  const file = openSync(path, "r");
  const head = Buffer.alloc(4);
  try {
    for (let at = 0; readSync(file, head, 0, 4, at) === 4; ) {
      const digits = head.toString("latin1");
      const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
      if (!(length <= MAX_PACKET_BYTES) || length === 3) throw createNoRepositoryError();
      const data = Buffer.alloc(Math.max(length - 4, 0));
      if (readSync(file, data, 0, data.length, at + 4) < data.length) throw createNoRepositoryError();
      at += 4 + data.length;
      yield length < 4 ? undefined : data;
    }
  } finally {
    closeSync(file);
  }
}

/** @param {import("../../../platform/intake/child/main.mjs").FetchResponse} response */
function assertOk({ status }) {
  // Azure DevOps answers 203 to requests without a token.
  if (status === 401 || status === 203)
    throw new Problem("The server refused the access token, or requires one.");
  if (status !== 200)
    throw new Problem(`The server answered ${status}. Is this the address of a repository?`);
}

/** @param {Remote} remote @param {string} body @param {{ maxMb: number, headers?: Record<string, string> }} options */
async function post({ address, host }, body, { maxMb, headers }) {
  const response = await host.fetch({
    url: `${address}/${SERVICE}`,
    method: "POST",
    headers: {
      "content-type": `application/x-${SERVICE}-request`,
      accept: `application/x-${SERVICE}-result`,
      ...headers,
    },
    body: Buffer.from(body).toString("base64"),
    maxBytes: maxMb * MB,
  });
  assertOk(response);
  return response.path;
}

/**
 * Returns the id of the branch's latest commit.
 * @param {Remote} remote
 * @returns {Promise<string>}
 */
export async function findHead(remote) {
  const { address, branch, host } = remote;
  const headers = { "git-protocol": "version=2" };
  const response = await host.fetch({
    url: `${address}/info/refs?service=${SERVICE}`,
    headers,
    maxBytes: MAX_REFS_MB * MB,
  });
  assertOk(response);
  const ref = branch ? `refs/heads/${branch}` : "HEAD";
  const advertised = findRef(response.path, ref);
  const id = advertised.isVersion2
    ? findRef(
        await post(remote, packet("command=ls-refs\n") + DELIMITER + packet(`ref-prefix ${ref}\n`) + FLUSH, {
          maxMb: MAX_REFS_MB,
          headers,
        }),
        ref,
      ).id
    : advertised.id;
  if (!id) throw new Problem(branch ? `There is no branch ${branch}.` : "The repository is empty.");
  return id;
}

/**
 * Finds a ref in the server's advertisement.
 * @param {string} path
 * @param {string} name
 */
function findRef(path, name) {
  let isEmpty = true;
  /** @type {string | undefined} */
  let id;
  for (const data of readPackets(path)) {
    isEmpty = false;
    const line = data?.toString("utf8").replace(/\0.*|\n$/gs, "") ?? "";
    if (line === "version 2") return { isVersion2: true, id: undefined };
    if (line.startsWith("ERR ")) throw createNoRepositoryError();
    const [, listed, ref] = /^([0-9a-f]{40}) (\S+)/.exec(line) ?? [];
    if (ref === name) id ??= listed;
  }
  // Even an empty repository's response contains a packet.
  if (isEmpty) throw createNoRepositoryError();
  return { isVersion2: false, id };
}

/**
 * Writes a pack of the commit `id` to `path`, without the objects that the commits in `present` contain.
 * @param {Remote} remote
 * @param {{ id: string, present: string[], path: string }} order
 */
export async function fetchPack(remote, { id, present, path }) {
  const body = [
    packet(`want ${id} ${CAPABILITIES}\n`),
    ...present.map((commit) => packet(`shallow ${commit}\n`)),
    packet("deepen 1\n"),
    FLUSH,
    ...present.map((commit) => packet(`have ${commit}\n`)),
    packet("done\n"),
  ].join("");
  const response = await post(remote, body, { maxMb: MAX_PACK_MB }).catch((error) => {
    if (error.code !== "garbage") throw error;
    throw new Problem("The repository is larger than 300 MB.");
  });
  const pack = openSync(path, "w", 0o600);
  try {
    for (const data of readPackets(response)) {
      if (data?.[0] === BAND.error || data?.toString("latin1", 0, 4) === "ERR ")
        throw createNoRepositoryError();
      if (data?.[0] === BAND.data) writeSync(pack, data, 1);
    }
  } finally {
    closeSync(pack);
  }
}
