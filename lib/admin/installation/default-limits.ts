import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as audit from "@/lib/identity/audit/service";
import { listEnvironmentConnections } from "@/lib/llm/models/service";
import { caps } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import * as queries from "./queries/default-limits";
import { requireOwner } from "./require-owner";

export async function read(viewer: Viewer) {
  requireOwner(viewer);
  const { appUrl, signUp, GROUP_MONTHLY_TOKENS } = config();
  return {
    address: appUrl,
    sign_up: {
      mode: signUp.mode,
      domains: signUp.mode === "domain" ? signUp.domains : [],
      is_default: signUp.isDefault === true,
    },
    monthly_tokens: (await queries.findMonthlyTokens()) ?? GROUP_MONTHLY_TOKENS,
    monthly_tokens_default: GROUP_MONTHLY_TOKENS,
    providers: listEnvironmentConnections(config()).map(({ provider }) => provider as string),
  };
}

export async function update(viewer: Viewer, tokens: number | null, { address }: { address: string }) {
  requireOwner(viewer);
  await transaction(async () => {
    const details = { before: await queries.findMonthlyTokens(), after: tokens };
    await queries.setMonthlyTokens({ tokens });
    await audit.record({ userId: viewer.user.id, action: "operator_tokens_changed", details, address });
  });
  caps.invalidateAll();
  return read(viewer);
}
