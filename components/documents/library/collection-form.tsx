"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useRefreshDocuments, type WholeCollection } from "@/components/data/documents";
import { type Audience, useLibraryRights } from "@/components/data/library-rights";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { LibraryAudience } from "@/components/people/audience-choice";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { collectionsApi } from "@/lib/knowledge/collections/operations";

type CollectionFormProps = {
  collection?: WholeCollection;
  onSaved: (collection: WholeCollection) => void;
  onClose: () => void;
};

type CollectionDraft = Audience & { name: string; description: string };

const toDraft = (collection: WholeCollection | undefined, canShare: boolean): CollectionDraft => ({
  name: collection?.name ?? "",
  description: collection?.description ?? "",
  usable_by: collection?.usable_by ?? (canShare ? "group" : "creator"),
  user_ids: collection?.user_ids ?? [],
});

export function CollectionForm({ collection, onSaved, onClose }: CollectionFormProps) {
  const t = useTranslations("collections");
  const { me } = usePeople();
  const { canShare } = useLibraryRights();
  const [draft, setDraft] = useState(() => toDraft(collection, canShare));
  const { faults, text, set, isBusy, problem, wiring } = useForm<CollectionDraft, WholeCollection>({
    draft,
    setDraft,
    send: (sent) =>
      collection
        ? call(collectionsApi.updateCollection, {
            params: { id: collection.id },
            body: toChange(sent, collection),
          })
        : call(collectionsApi.createCollection, { body: sent }),
    onSaved: async (saved) => {
      onSaved(saved);
      onClose();
    },
    unique: "name",
  });
  return (
    <Dialog open onClose={onClose} title={t(collection ? "details" : "newCollection")}>
      <form {...wiring} className="flex flex-col gap-4 p-0.5">
        {problem && <FormProblem message={problem} />}
        <Field label={t("name")} error={faults.name}>
          {(wiring) => <Input {...wiring} {...text("name")} maxLength={100} autoFocus autoComplete="off" />}
        </Field>
        <Field label={t("description")} help={t("descriptionHelp")} error={faults.description}>
          {(wiring) => <Textarea {...wiring} {...text("description")} maxLength={2000} />}
        </Field>
        <LibraryAudience
          legend={t("whoReads")}
          isMine={!collection || collection.created_by?.id === me.id}
          saved={collection}
          audience={draft}
          onChange={set}
        />
        <p className="text-sm text-muted">{t("audienceHelp")}</p>
        <div className="flex flex-wrap justify-end gap-2">
          {collection && <DeleteButton collection={collection} />}
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={draft.name.trim() === ""}>
            {t(collection ? "save" : "create")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const toChange = ({ usable_by, user_ids, ...draft }: CollectionDraft, saved: WholeCollection) => ({
  ...draft,
  ...(usable_by !== saved.usable_by && { usable_by }),
  ...(String(user_ids) !== String(saved.user_ids) && { user_ids }),
});

function DeleteButton({ collection: { id, name } }: { collection: WholeCollection }) {
  const t = useTranslations("collections");
  const readAgain = useRefreshDocuments();
  const router = useRouter();
  const say = useToast();
  return (
    <span className="me-auto">
      <ConfirmButton
        action={t("delete")}
        question={t("deleteQuestion", { name })}
        onConfirm={async () => {
          await call(collectionsApi.deleteCollection, { params: { id } });
          say(t("deleted", { name }));
          router.push("/documents/collections");
          void readAgain();
        }}
      >
        {t("deleteHelp")}
      </ConfirmButton>
    </span>
  );
}
