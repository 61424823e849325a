"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshServers, type Server } from "@/components/data/mcp";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { HeadersField } from "@/components/ui/headers-field";
import { parseHeaders } from "@/components/ui/parse-headers";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/replies/mcp-client/operations";

type ServerFormProps = {
  server?: Server;
  onDone: (server?: Server) => void;
};

/** Saving also loads the tools of the server. */
export function ServerForm({ server, onDone }: ServerFormProps) {
  const t = useTranslations("mcp");
  const tOfHeaders = useTranslations("headers");
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
      const body = {
        name,
        url: url.trim(),
        ...(headers.trim() && { headers: parseHeaders(tOfHeaders, headers) }),
      };
      if (!server) return call(mcpApi.createMcpServer, { body: { ...body, transport } });
      const params = { id: server.id };
      await call(mcpApi.updateMcpServer, { params, body });
      return call(mcpApi.refreshMcpServer, { params });
    },
    onSaved: async (saved) => {
      const outcome = getOutcomeKey(saved);
      say({ text: t(outcome, { server: saved.name }), isFailure: outcome === "savedUnreachable" });
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
      <HeadersField stored={server?.header_names ?? []} fault={faults.headers} control={text("headers")} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(server ? "save" : "connect")}
        </Button>
        <Button onClick={() => onDone()}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

const getOutcomeKey = ({ error, sign_in }: Server) => {
  if (error === null) return "connectedTo";
  return sign_in === "wanted" ? "signInFirst" : "savedUnreachable";
};
