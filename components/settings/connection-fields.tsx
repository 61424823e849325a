import { useTranslations } from "@/components/i18n/words";
import { Field, Input } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import type { ProviderKind } from "@/lib/llm/models/contract";
import type { ConnectionDraft, ConnectionTarget, ModelConnectionItem } from "./connection-draft";

export type ConnectionFieldsProps = {
  target: ConnectionTarget;
  stored: ModelConnectionItem | undefined;
  draft: ConnectionDraft;
  set: (change: Partial<ConnectionDraft>) => void;
  getFault: (field: string) => string | undefined;
};

export function NameField({ draft, set, getFault }: ConnectionFieldsProps) {
  const t = useTranslations("settingsModels");
  return (
    <Field label={t("name")} help={t("nameHelp")} error={getFault("name")} required>
      {(wiring) => (
        <Input
          {...wiring}
          value={draft.name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => set({ name: target.value })}
        />
      )}
    </Field>
  );
}

const isOwnServer = ({ provider }: ProviderKind): boolean =>
  provider === "openai-compatible" || provider === "ollama";

export function AddressField({ target: { kind }, draft, set, getFault }: ConnectionFieldsProps) {
  const t = useTranslations("settingsModels");
  const isOwn = isOwnServer(kind);
  return (
    <Field
      label={t(kind.address === "needed" ? "address" : "addressOptional")}
      help={isOwn ? t(`addressHelp_${kind.address}`) : t("addressHelp_cloud")}
      error={getFault("base_url")}
      required={kind.address === "needed"}
    >
      {(wiring) => (
        <Input
          {...wiring}
          type="url"
          value={draft.address}
          onChange={({ target }) => set({ address: target.value })}
          placeholder={kind.addressExample}
        />
      )}
    </Field>
  );
}

export function OptionFields({ target: { kind }, draft, set, getFault }: ConnectionFieldsProps) {
  const t = useTranslations("settingsModels");
  return kind.options?.map(({ name, isNeeded, example, pattern }) => (
    <Field
      key={name}
      label={isNeeded ? t(`option_${name}`) : t("optional", { label: t(`option_${name}`) })}
      help={t(`optionHelp_${name}`)}
      error={getFault(name)}
      required={isNeeded}
    >
      {(wiring) => (
        <Input
          {...wiring}
          value={draft.options[name] ?? ""}
          pattern={pattern}
          placeholder={example}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => set({ options: { ...draft.options, [name]: target.value.trim() } })}
        />
      )}
    </Field>
  ));
}

export function KeyField({ target: { kind, preset }, stored, draft, set, getFault }: ConnectionFieldsProps) {
  const t = useTranslations("settingsModels");
  if (kind.key === "none") return null;
  const hasKey = stored?.has_key ?? false;
  // A stored key is only used for the address that it was entered for.
  const isKept = hasKey && stored?.base_url === (draft.address.trim() || null);
  const isNeeded = kind.key === "needed" || preset?.keyPage !== undefined;
  const help = isKept ? t("keepKey") : hasKey ? t("keyOfOtherAddress") : undefined;
  return (
    <Field
      label={t(isNeeded ? "key" : "keyOptional")}
      help={help ?? <KeyHelp kind={kind.provider} page={preset?.keyPage} />}
      error={getFault("api_key")}
      required={isNeeded && !isKept}
    >
      {(wiring) => (
        <PasswordInput
          {...wiring}
          labels={{ show: t("showKey"), hide: t("hideKey") }}
          placeholder={isKept ? "••••••••" : (preset?.keyHint ?? kind.keyHint)}
          value={draft.key}
          onChange={({ target }) => set({ key: target.value })}
          autoComplete="off"
        />
      )}
    </Field>
  );
}

function KeyHelp({ kind, page }: { kind: string; page: string | undefined }) {
  const t = useTranslations("settingsModels");
  if (kind === "azure") return t("keyHelp_azure");
  if (kind === "bedrock") return t("keyHelp_bedrock");
  if (kind === "vertex") return t("keyHelp_vertex");
  if (!page) return undefined;
  return t.rich("keyPage", {
    page: () => (
      <a href={page} target="_blank" rel="noreferrer" className="underline underline-offset-2">
        {new URL(page).hostname}
      </a>
    ),
  });
}

export function ModelField({ target: { kind }, draft, set, getFault }: ConnectionFieldsProps) {
  const t = useTranslations("settingsModels");
  const isNamed = kind.areModelsNamed === true;
  return (
    <Field
      label={t(isNamed ? "deployment" : "modelOptional")}
      help={t(isNamed ? "deploymentHelp" : isOwnServer(kind) ? "modelHelp_server" : "modelHelp_none")}
      error={getFault("model")}
      required={isNamed && draft.models.trim() === ""}
    >
      {(wiring) => (
        <Input
          {...wiring}
          value={draft.model}
          onChange={({ target }) => set({ model: target.value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
