import { type Audience, useLibraryRights } from "@/components/data/library-rights";
import { useTranslations } from "@/components/i18n/words";
import { AudienceFields, useAudienceChoices } from "./audience-fields";

type LibraryAudienceProps = {
  legend: string;
  isMine: boolean;
  /** The stored audience, which stays possible in groups whose members don't share. */
  saved?: Audience;
  audience: Audience;
  onChange: (change: Partial<Audience>) => void;
};

export function LibraryAudience({ legend, isMine, saved, audience, onChange }: LibraryAudienceProps) {
  const t = useTranslations("audience");
  const { canShare } = useLibraryRights();
  const choices = useAudienceChoices(isMine).map(({ value }) => ({
    value,
    help: t(value === "people" ? "peopleHelp" : `${value}Reads`),
  }));
  return (
    <div className="space-y-2">
      <AudienceFields
        legend={legend}
        choices={choices.filter(({ value }) => canShare || value === "creator" || value === saved?.usable_by)}
        audience={audience}
        onChange={onChange}
      />
      {!canShare && <p className="text-sm text-muted">{t("ownDocumentsOnly")}</p>}
    </div>
  );
}
