import type { ConnectorSource } from "./contract";
import type { OpenSource, SourceContext } from "./source-types";
import { checkFolder, openFolder } from "./sources/folder";
import { openRepository } from "./sources/git";
import { openMailbox } from "./sources/imap";
import { openBucket } from "./sources/s3";
import { openWebsite } from "./sources/website";

type Kinds = { [K in ConnectorSource["kind"]]: Extract<ConnectorSource, { kind: K }> };
type ConnectorKind<S> = {
  /** @throws SourceError */
  open(settings: S, opening: SourceContext): Promise<OpenSource>;
  /**
   * Validates settings before they are stored. Kinds whose validation would need a connection omit it.
   * @throws SourceError
   */
  check?(settings: S, groupId: string): Promise<void>;
};

// The registry of source kinds. A new kind needs an entry here and in the contract, and a file in `sources/`.
const kinds: { [K in keyof Kinds]: ConnectorKind<Kinds[K]> } = {
  folder: { open: openFolder, check: checkFolder },
  git: { open: openRepository },
  imap: { open: openMailbox },
  s3: { open: openBucket },
  website: { open: openWebsite },
};

const getKind = (source: ConnectorSource) => kinds[source.kind] as ConnectorKind<ConnectorSource>;

/** @throws SourceError */
export const openSource = (source: ConnectorSource, opening: SourceContext): Promise<OpenSource> =>
  getKind(source).open(source, opening);

/** @throws SourceError */
export const checkSource = async (source: ConnectorSource, groupId: string): Promise<void> =>
  getKind(source).check?.(source, groupId);
