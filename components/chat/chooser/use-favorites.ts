import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { meQuery } from "@/components/data/users";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { usersApi } from "@/lib/identity/users/operations";

export function useFavorites() {
  const client = useQueryClient();
  const toast = useToast();
  const { data: me } = useQuery(meQuery);
  const saving = useMutation({
    scope: { id: "favorite models" },
    mutationFn: (favorite_models: string[]) => call(usersApi.updateMe, { body: { favorite_models } }),
    onSuccess: (saved) => client.setQueryData(meQuery.queryKey, saved),
    onError: toast,
  });
  const favorites = saving.isPending ? saving.variables : me?.favorite_models;
  const toggle = (model: string) =>
    favorites &&
    saving.mutate(
      favorites.includes(model) ? favorites.filter((each) => each !== model) : [...favorites, model],
    );
  return { favorites, toggle };
}
