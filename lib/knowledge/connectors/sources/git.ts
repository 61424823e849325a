import { uploadLimits } from "@/lib/api/upload-limits";
import { fetchOutside } from "@/lib/platform/egress/service";
import type { IntakeProgram, IntakeRequest } from "@/lib/platform/intake/service";
import { workFolders } from "@/lib/platform/storage/service";
import type { ConnectorSource } from "../contract";
import { type OpenSource, type SourceContext, SourceError } from "../source-types";
import { openProgram } from "./program";

/**
 * Reads the files of a branch of a Git repository through `intake/git.mjs`, which keeps packs in the data folder.
 * Adds the token here, so that the intake process has no secret.
 */

type GitSettings = Extract<ConnectorSource, { kind: "git" }>;

const MB = 1024 * 1024;
const TIMEOUT_MS = 600_000;
const PROGRAM: IntakeProgram = {
  path: "lib/knowledge/connectors/intake/git.mjs",
  lane: "connection",
  // The directory may hold packs of 300 MB in addition to the one that is being fetched.
  limits: { cpuSeconds: 40, seconds: 1200, memoryMb: 768, inputMb: 310, outputMb: 800, items: 120_000 },
};

export function openRepository(settings: GitSettings, opening: SourceContext): Promise<OpenSource> {
  const { branch, user = "git" } = settings;
  const address = settings.address.replace(/\/+$/, "");
  const { secret } = opening;
  const authorization = secret && `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;
  const fetch = ({ url, method, headers, body, maxBytes, signal }: IntakeRequest) => {
    if (!url.startsWith(`${address}/`))
      throw new SourceError("The server does not answer as a Git repository does.");
    return fetchOutside(url, {
      ...{ method, body, signal },
      headers: { ...headers, ...(authorization && { authorization }) },
      largest: maxBytes,
      timeout: TIMEOUT_MS,
    });
  };
  return openProgram(PROGRAM, opening, {
    fetch: async (request) => fetch(request),
    directory: workFolders.path(opening.connector),
    settings: { address, branch, maxFileBytes: uploadLimits.fileMb * MB },
  });
}
