"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { Button } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import { mcpApi } from "@/lib/mcp/contract";
import { changed, headersIn, type Server } from "./data";

type Props = {
  /** The server to change; absent for a new one. */
  server?: Server;
  /** With the server as it is now; undefined when nothing was saved. */
  onDone: (server?: Server) => void;
};

/** Where a server is and what it wants to see. Saving asks it for its tools. */
export function ServerForm({ server, onDone }: Props) {
  const cache = useQueryClient();
  const say = useToast();
  const [name, setName] = useState(server?.name ?? "");
  const [url, setUrl] = useState(server?.url ?? "");
  const [text, setText] = useState("");
  const headers = headersIn(text);
  const headersFault = "fault" in headers && typeof headers.fault === "string" ? headers.fault : undefined;
  const [wasTried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: async (): Promise<Server> => {
      // Left out, the stored headers stay.
      const body = {
        name,
        url: url.trim(),
        ...(text.trim() && { headers: headers as Record<string, string> }),
      };
      if (!server) return call(mcpApi.createMcpServer, { body });
      const params = { id: server.id };
      await call(mcpApi.updateMcpServer, { params, body });
      return call(mcpApi.refreshMcpServer, { params });
    },
    onSuccess: async (saved) => {
      say(
        saved.error === null
          ? `${saved.name} is connected.`
          : `${saved.name} was saved, but could not be reached.`,
      );
      onDone(saved);
      await changed(cache, saved);
    },
  });
  const { error } = saving;
  const faultOf = (field: string) =>
    error instanceof ApiError ? error.faults.find(({ loc }) => loc.includes(field))?.msg : undefined;
  const [nameFault, urlFault, sentFault] = [faultOf("name"), faultOf("url"), faultOf("headers")];
  const known = server?.header_names ?? [];

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!saving.isPending && headersFault === undefined) saving.mutate();
  }
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      {error && !nameFault && !urlFault && !sentFault && <FormProblem message={error.message} />}
      <Field label="Name" help="Readers see it in the steps of a reply." error={nameFault} required>
        {(wiring) => (
          <Input
            {...wiring}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Issue tracker"
            maxLength={60}
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      <Field label="Address" error={urlFault} required>
        {(wiring) => (
          <Input
            {...wiring}
            type="url"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
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
        error={(wasTried ? headersFault : undefined) ?? sentFault}
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={2}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="Authorization: Bearer …"
            className="font-mono text-sm"
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {server ? "Save and connect" : "Connect"}
        </Button>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
    </form>
  );
}
