import { transaction } from "@/db/transaction";
import { listEnvironmentConnections } from "@/lib/ai/models/service";
import { caps } from "@/lib/ai/usage/service";
import type { Viewer } from "@/lib/api/actor";
import * as audit from "@/lib/identity/audit/service";
import { config } from "@/lib/platform/config";
import { requireOwner } from "./access";
import * as queries from "./queries/defaults";

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
    monthly_tokens: (await queries.getMonthlyTokens()) ?? GROUP_MONTHLY_TOKENS,
    monthly_tokens_default: GROUP_MONTHLY_TOKENS,
    providers: listEnvironmentConnections(config()).map(({ provider }) => provider as string),
  };
}

export async function update(viewer: Viewer, tokens: number | null, { address }: { address: string }) {
  requireOwner(viewer);
  await transaction(async () => {
    const details = { before: await queries.getMonthlyTokens(), after: tokens };
    await queries.setMonthlyTokens({ tokens });
    await audit.note({ userId: viewer.user.id, action: "operator_tokens_changed", details, address });
  });
  caps.forgetAll();
  return read(viewer);
}
