import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { BodyOf } from "@/lib/api/contract";
import type { usersApi as contract } from "@/lib/identity/users/contract";
import { usersApi } from "@/lib/identity/users/operations";
import { meQuery } from "./users";

/** Saves a preference of the signed-in person that pages of the workspace are rendered with. */
export function useUpdateMe() {
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  return useMutation({
    mutationFn: (body: BodyOf<typeof contract.updateMe>) => call(usersApi.updateMe, { body }),
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed);
      router.refresh();
    },
    onError: toast,
  });
}
