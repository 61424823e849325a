import { config } from "@/lib/platform/config";
import { counts } from "./queries";

export type Cap<Owner> = {
  max: () => number;
  count: (owner: Owner) => Promise<number>;
  /** Returns the error message, which must be listed in `lib/platform/words`. */
  sentence: (count: number) => string;
};
type Caps = { group?: Cap<string>; account?: Cap<number> };

// Documented in docs/architecture/usage-and-limits.md#how-many-of-each.
const caps = {
  connectors: {
    group: {
      max: () => config().GROUP_CONNECTORS,
      count: counts.connectorsOfGroup,
      sentence: (count) => `This group has ${count} connectors, which is the limit. Remove one first.`,
    },
    account: {
      max: () => config().ACCOUNT_CONNECTORS,
      count: counts.connectorsOfUser,
      sentence: (count) => `Your account has ${count} connectors, which is the limit. Remove one first.`,
    },
  },
  mcpServers: {
    group: {
      max: () => 50,
      count: counts.mcpServersOfGroup,
      sentence: (count) => `This group has ${count} MCP servers, which is the limit. Disconnect one first.`,
    },
  },
  assistants: {
    group: {
      max: () => 500,
      count: counts.assistantsOfGroup,
      sentence: (count) => `This group has ${count} assistants, which is the limit. Delete one first.`,
    },
  },
  privateAssistants: {
    account: {
      max: () => 100,
      count: counts.privateAssistantsOfUser,
      sentence: (count) =>
        `Your account has ${count} private assistants, which is the limit. Delete one first.`,
    },
  },
  prompts: {
    group: {
      max: () => 500,
      count: counts.promptsOfGroup,
      sentence: (count) => `This group has ${count} prompts, which is the limit. Delete one first.`,
    },
  },
  privatePrompts: {
    account: {
      max: () => 100,
      count: counts.privatePromptsOfUser,
      sentence: (count) => `Your account has ${count} private prompts, which is the limit. Delete one first.`,
    },
  },
  invitations: {
    group: {
      max: () => 500,
      count: counts.invitationsOfGroup,
      sentence: (count) => `This group has ${count} open invitations, which is the limit. Revoke one first.`,
    },
  },
  templates: {
    account: {
      max: () => 500,
      count: counts.templatesOfUser,
      sentence: (count) => `Your account has ${count} templates, which is the limit. Delete one first.`,
    },
  },
  collections: {
    account: {
      max: () => 200,
      count: counts.collectionsOfUser,
      sentence: (count) => `Your account has ${count} collections, which is the limit. Delete one first.`,
    },
  },
  folders: {
    account: {
      max: () => 200,
      count: counts.foldersOfUser,
      sentence: (count) => `Your account has ${count} projects, which is the limit. Delete one first.`,
    },
  },
  tags: {
    account: {
      max: () => 500,
      count: counts.tagsOfUser,
      sentence: (count) => `Your account has ${count} tags, which is the limit. Remove one first.`,
    },
  },
  jobs: {
    account: {
      max: () => 100,
      count: counts.jobsOfUser,
      sentence: (count) => `Your account has ${count} scheduled jobs, which is the limit. Remove one first.`,
    },
  },
  shares: {
    account: {
      max: () => 500,
      count: counts.sharesOfUser,
      sentence: (count) => `Your account has ${count} links to chats, which is the limit. Revoke one first.`,
    },
  },
  groups: {
    account: {
      max: () => 50,
      count: counts.ownedGroupsOfUser,
      sentence: (count) => `Your account owns ${count} groups, which is the limit. Leave one first.`,
    },
  },
} satisfies Record<string, Caps>;

export type CapKind = keyof typeof caps;
export const getCaps = (kind: CapKind): Caps => caps[kind];
