"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshServers, type Server } from "@/components/data/mcp";
import { Button } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { mcpApi } from "@/lib/conversation/mcp/contract";
import { headersIn } from "./headers";

type Props = {
  /** The server to change; absent for a new one. */
  server?: Server;
  /** With the server as it is now; undefined when nothing was saved. */
  onDone: (server?: Server) => void;
};

/** Where a server is and what it wants to see. Saving asks it for its tools. */
export function ServerForm({ server, onDone }: Props) {
  const client = useQueryClient();
  const say = useToast();
  const [draft, setDraft] = useState({ name: server?.name ?? "", url: server?.url ?? "", headers: "" });
  const { faults, text, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: async ({ name, url, headers }): Promise<Server> => {
      // Left out, the stored headers stay.
      const body = { name, url: url.trim(), ...(headers.trim() && { headers: headersIn(headers) }) };
      if (!server) return call(mcpApi.createMcpServer, { body });
      const params = { id: server.id };
      await call(mcpApi.updateMcpServer, { params, body });
      return call(mcpApi.refreshMcpServer, { params });
    },
    onSaved: async (saved) => {
      say(
        saved.error === null
          ? `${saved.name} is connected.`
          : saved.sign_in === "wanted"
            ? `${saved.name} wants you to sign in.`
            : `${saved.name} was saved, but could not be reached.`,
      );
      onDone(saved);
      await refreshServers(client, saved);
    },
  });
  const known = server?.header_names ?? [];
  return (
    <form {...wiring} noValidate={false} className="space-y-4">
      {problem && <FormProblem message={problem} />}
      <Field label="Name" help="Readers see it in the steps of a reply." error={faults.name} required>
        {(wiring) => (
          <Input
            {...wiring}
            {...text("name")}
            placeholder="Issue tracker"
            maxLength={60}
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      <Field label="Address" error={faults.url} required>
        {(wiring) => (
          <Input
            {...wiring}
            type="url"
            {...text("url")}
            placeholder="https://example.com/mcp"
            maxLength={2000}
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Headers (optional)"
        help={
          known.length > 0
            ? `${known.join(", ")} ${known.length === 1 ? "is" : "are"} stored. Leave this empty to keep them; they go to no other server.`
            : "One a line. They are stored encrypted and never shown again."
        }
        error={faults.headers}
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={2}
            {...text("headers")}
            placeholder="Authorization: Bearer …"
            className="font-mono text-sm"
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {server ? "Save and connect" : "Connect"}
        </Button>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
    </form>
  );
}
