"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ConnectorItem, connectorFoldersQuery, useRefreshDocuments } from "@/components/data/documents";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Options, Select } from "@/components/ui/field";
import { call } from "@/lib/api/client";
import type { ConnectorSource } from "@/lib/knowledge/connectors/contract";
import { connectorsApi } from "@/lib/knowledge/connectors/operations";

type ConnectorKind = ConnectorSource["kind"];
const KINDS = ["website", "git", "s3", "imap", "folder"] as const satisfies ConnectorKind[];
const SCHEDULES = ["daily", "hourly", "off"] as const;
type Schedule = (typeof SCHEDULES)[number];
type FieldName =
  | "path"
  | "address"
  | "branch"
  | "user"
  | "endpoint"
  | "region"
  | "bucket"
  | "prefix"
  | "access_key_id"
  | "host"
  | "port"
  | "mailbox";

type FieldValues = Partial<Record<FieldName, string>>;

type FieldOfKind = { name: FieldName; optional?: true };
type SecretName = "token" | "secretKey" | "password";

// Fields of each kind of connector and the name of its secret. Fields marked `optional` may stay empty.
const forms: Record<ConnectorKind, { fields: FieldOfKind[]; secret?: SecretName }> = {
  website: { fields: [{ name: "address" }] },
  git: {
    fields: [{ name: "address" }, { name: "branch", optional: true }, { name: "user", optional: true }],
    secret: "token",
  },
  s3: {
    fields: [
      { name: "bucket" },
      { name: "prefix", optional: true },
      { name: "region" },
      { name: "endpoint", optional: true },
      { name: "access_key_id" },
    ],
    secret: "secretKey",
  },
  imap: {
    fields: [{ name: "host" }, { name: "port" }, { name: "user" }, { name: "mailbox" }],
    secret: "password",
  },
  folder: { fields: [{ name: "path" }] },
};
const INITIAL: FieldValues = { region: "us-east-1", port: "993", mailbox: "INBOX" };

const toFieldValues = ({ kind: _, ...values }: ConnectorSource): FieldValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
const toValue = (name: FieldName, value: string) => (name === "port" ? Number(value) : value);

function toSource(kind: ConnectorKind, values: FieldValues): ConnectorSource {
  const filled = forms[kind].fields.flatMap(({ name }) => {
    const value = values[name]?.trim();
    return value ? [[name, toValue(name, value)]] : [];
  });
  return { kind, ...Object.fromEntries(filled) } as ConnectorSource;
}

type ConnectorDialogProps = { collection: number; connector?: ConnectorItem; onClose: () => void };

export function ConnectorDialog({ collection, connector, onClose }: ConnectorDialogProps) {
  const t = useTranslations("connectors");
  const { data: folders } = useQuery(connectorFoldersQuery());
  const [name, setName] = useState(connector?.name ?? "");
  const [kind, setKind] = useState<ConnectorKind>(connector?.source.kind ?? "website");
  const [values, setValues] = useState<FieldValues>(connector ? toFieldValues(connector.source) : INITIAL);
  const [secret, setSecret] = useState("");
  const [schedule, setSchedule] = useState<Schedule>(connector?.schedule ?? "daily");
  const { save, isBusy, failure } = useSave({ collection, connector, onClose });
  const { fields, secret: secretName } = forms[kind];
  const kinds = KINDS.filter((one) => one !== "folder" || kind === one || (folders?.length ?? 0) > 0);

  return (
    <Dialog open onClose={onClose} title={t(connector ? "editTitle" : "add")}>
      <form
        className="flex flex-col gap-4 p-0.5"
        onSubmit={(event) => {
          event.preventDefault();
          const source = toSource(kind, values);
          void save({ name, source, schedule, ...(secret !== "" && secretName && { secret }) });
        }}
      >
        {!connector && <ChoiceField label={t("kind")} value={kind} choices={kinds} onChange={setKind} />}
        <Field label={t("name")} help={t("nameHelp")} required>
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <ConnectorFields {...{ fields, values, setValues, folders }} />
        {secretName && (
          <SecretField
            name={secretName}
            hasStored={connector?.has_secret ?? false}
            value={secret}
            onChange={setSecret}
          />
        )}
        <ChoiceField label={t("schedule")} value={schedule} choices={SCHEDULES} onChange={setSchedule} />
        {failure && (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ""}>
            {t(connector ? "save" : "connect")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ConnectorBody = {
  name: string;
  source: ConnectorSource;
  schedule: Schedule;
  secret?: string;
};

function useSave({ collection, connector, onClose }: ConnectorDialogProps) {
  const problem = useProblem();
  const readAgain = useRefreshDocuments();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (body: ConnectorBody) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      if (connector) await call(connectorsApi.updateConnector, { params: { id: connector.id }, body });
      else await call(connectorsApi.createConnector, { params: { id: collection }, body });
      await readAgain();
      onClose();
    } catch (error) {
      setFailure(problem(error));
      setIsBusy(false);
    }
  };
  return { save, isBusy, failure };
}

type ChoiceFieldProps<C extends string> = {
  label: string;
  value: C;
  choices: readonly C[];
  onChange: (choice: C) => void;
};

function ChoiceField<C extends ConnectorKind | Schedule>({
  label,
  value,
  choices,
  onChange,
}: ChoiceFieldProps<C>) {
  const t = useTranslations("connectors");
  return (
    <Field label={label}>
      {(wiring) => (
        <Select {...wiring} value={value} onChange={(event) => onChange(event.target.value as C)}>
          <Options of={choices.map((id) => ({ id, name: t(id) }))} />
        </Select>
      )}
    </Field>
  );
}

type ConnectorFieldsProps = {
  fields: FieldOfKind[];
  values: FieldValues;
  setValues: (values: FieldValues) => void;
  folders: string[] | undefined;
};

function ConnectorFields({ fields, values, setValues, folders }: ConnectorFieldsProps) {
  const t = useTranslations("connectors");
  return fields.map(({ name: field, optional }) => (
    <Field
      key={field}
      label={optional ? t("optional", { label: t(field) }) : t(field)}
      help={field === "path" ? folders?.join(", ") : undefined}
      required={!optional}
    >
      {(wiring) => (
        <Input
          {...wiring}
          dir="ltr"
          inputMode={field === "port" ? "numeric" : undefined}
          spellCheck={false}
          autoCapitalize="none"
          value={values[field] ?? ""}
          onChange={(event) => setValues({ ...values, [field]: event.target.value })}
        />
      )}
    </Field>
  ));
}

type SecretFieldProps = {
  name: SecretName;
  hasStored: boolean;
  value: string;
  onChange: (value: string) => void;
};

function SecretField({ name, hasStored, value, onChange }: SecretFieldProps) {
  const t = useTranslations("connectors");
  return (
    <Field
      label={name === "token" ? t("optional", { label: t("token") }) : t(name)}
      help={hasStored ? t("secretKept") : t("secretHelp")}
    >
      {(wiring) => (
        <Input
          {...wiring}
          type="password"
          dir="ltr"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
