"use client";

import { useQueryClient } from "@tanstack/react-query";
import { refreshConnections } from "@/components/data/models";
import { ConfirmButton } from "@/components/ui/confirm-button";
import type { ProviderKind } from "@/lib/ai/models/contract";
import { providersApi } from "@/lib/ai/providers/contract";
import { call } from "@/lib/api/client";

export function RemoveConnection({ kind, onRemoved }: { kind: ProviderKind; onRemoved: () => void }) {
  const client = useQueryClient();
  async function remove() {
    await call(providersApi.removeConnection, { params: { provider: kind.provider } });
    await refreshConnections(client);
    onRemoved();
  }
  return (
    <ConfirmButton action="Disconnect" question={`Disconnect ${kind.label}?`} onConfirm={remove}>
      Its key is deleted. Assistants that use its models cannot reply until they get another model.
    </ConfirmButton>
  );
}
