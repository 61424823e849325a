"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { refreshServers, type Server } from "@/components/data/mcp";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { listFormat } from "@/lib/platform/words/translate";
import { mcpApi } from "@/lib/replies/mcp-client/operations";
import { parseHeaders } from "./headers";

type ServerFormProps = {
  server?: Server;
  onDone: (server?: Server) => void;
};

/** Saving also loads the tools of the server. */
export function ServerForm({ server, onDone }: ServerFormProps) {
  const t = useTranslations("mcp");
  const client = useQueryClient();
  const say = useToast();
  const [draft, setDraft] = useState({
    name: server?.name ?? "",
    url: server?.url ?? "",
    transport: server?.transport ?? ("http" as Server["transport"]),
    headers: "",
  });
  const { faults, text, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: async ({ name, url, transport, headers }): Promise<Server> => {
      // Omitting the headers keeps the stored ones.
      const body = { name, url: url.trim(), ...(headers.trim() && { headers: parseHeaders(t, headers) }) };
      if (!server) return call(mcpApi.createMcpServer, { body: { ...body, transport } });
      const params = { id: server.id };
      await call(mcpApi.updateMcpServer, { params, body });
      return call(mcpApi.refreshMcpServer, { params });
    },
    onSaved: async (saved) => {
      say(t(getOutcomeKey(saved), { server: saved.name }));
      onDone(saved);
      await refreshServers(client, saved);
    },
  });
  return (
    <form {...wiring} noValidate={false} className="space-y-4">
      {problem && <FormProblem message={problem} />}
      <Field label={t("name")} help={t("nameHelp")} error={faults.name} required>
        {(wiring) => (
          <Input
            {...wiring}
            {...text("name")}
            placeholder={t("nameExample")}
            maxLength={60}
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      {!server && (
        <Field label={t("transport")} help={t("transportHelp")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.transport}
              onChange={({ target }) =>
                setDraft((before) => ({ ...before, transport: target.value as Server["transport"] }))
              }
            >
              <option value="http">{t("transportHttp")}</option>
              <option value="sse">{t("transportSse")}</option>
            </Select>
          )}
        </Field>
      )}
      <Field label={t("address")} error={faults.url} required>
        {(wiring) => (
          <Input
            {...wiring}
            type={draft.transport === "command" ? "text" : "url"}
            {...text("url")}
            placeholder="https://example.com/mcp"
            maxLength={2000}
            autoComplete="off"
          />
        )}
      </Field>
      <HeadersField server={server} fault={faults.headers} control={text("headers")} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(server ? "save" : "connect")}
        </Button>
        <Button onClick={() => onDone()}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

type HeadersFieldProps = {
  server: Server | undefined;
  fault: string | undefined;
  control: Pick<ComponentProps<typeof Textarea>, "value" | "onChange">;
};

function HeadersField({ server, fault, control }: HeadersFieldProps) {
  const t = useTranslations("mcp");
  const names = server?.header_names ?? [];
  return (
    <Field
      label={t("headers")}
      help={
        names.length > 0
          ? t("headersStored", { headers: listFormat(t.locale).format(names), count: names.length })
          : t("headersHelp")
      }
      error={fault}
    >
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={2}
          {...control}
          placeholder="Authorization: Bearer …"
          className="font-mono text-sm"
          spellCheck={false}
          autoComplete="off"
        />
      )}
    </Field>
  );
}

const getOutcomeKey = ({ error, sign_in }: Server) => {
  if (error === null) return "connectedTo";
  return sign_in === "wanted" ? "signInFirst" : "savedUnreachable";
};
