"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { providersApi } from "@/lib/providers/contract";
import { ConfirmButton } from "./confirm-button";
import type { ProviderKind } from "./provider-kinds";

export function RemoveConnection({ kind, onRemoved }: { kind: ProviderKind; onRemoved: () => void }) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(providersApi.removeConnection, { params: { provider: kind.provider } }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: [providersApi.listConnections.path] });
      await cache.invalidateQueries({ queryKey: [providersApi.listModels.path] });
      onRemoved();
    },
  });
  return (
    <ConfirmButton
      question={`Disconnect ${kind.label}?`}
      detail="Its key is deleted. Assistants that use its models cannot reply until they get another model."
      action="Disconnect"
      busyText="Disconnecting…"
      isBusy={remove.isPending}
      failure={remove.error?.message}
      onConfirm={() => remove.mutateAsync()}
    >
      Disconnect
    </ConfirmButton>
  );
}
