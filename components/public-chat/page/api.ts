import type { z } from "zod";
import { createId } from "@/lib/api/client";
import type {
  EarlierConversation as EarlierShape,
  PublicChallenge,
  PublicChatSettings,
  PublicPassage,
  PublicStream,
} from "@/lib/channels/public-chats/contract";
import type { VisitorMessage } from "./message-html";

export type PageSettings = z.infer<typeof PublicChatSettings>;
export type StreamState = z.infer<typeof PublicStream>;
export type EarlierConversation = z.infer<typeof EarlierShape>;
export type CitedPassage = z.infer<typeof PublicPassage>;
type Challenge = z.infer<typeof PublicChallenge>;
export type ReplyRun = { streaming_task_id: string; user_message_id: number };

/** Failed call with its HTTP status; the status is 0 if the server could not be reached. */
export class RefusedCall extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

const PROOF_REQUIRED = 428;

// Solves a proof-of-work challenge in a worker, so that the page stays responsive.
function solveChallenge(challenge: Challenge): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker("/public-chat/proof-worker.js", { type: "module" });
    const end = () => worker.terminate();
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      end();
      resolve(data);
    };
    worker.onerror = () => {
      end();
      reject(new RefusedCall(0, ""));
    };
    worker.postMessage(challenge);
  });
}

export const PAGE = 100;

export type Api = ReturnType<typeof createApi>;

/**
 * Creates a client of `lib/channels/public-chats/contract.ts` for one session. It doesn't import the contract, whose
 * schemas would be most of the page's script.
 */
export function createApi(chatId: string, sid: string) {
  const at = (path: string) => `/api/v1/public/chats/${chatId}${path}`;
  const headers = { "x-session-id": sid };

  async function call<T>(method: string, path: string, init: RequestInit = {}): Promise<T> {
    const response = await reach(at(path), { method, ...init, headers: { ...headers, ...init.headers } });
    return (await response.json()) as T;
  }

  return {
    sid,
    settings: (marker: string) => call<PageSettings>("GET", `/settings?marker=${marker}`),
    replace: () => call<string>("POST", "/public-session/replacement"),
    identify: (person: object) =>
      call<{ session_id: string | null; verified: string[] }>("POST", "/identity", json(person)),
    put: <T>(path: string, body: object) =>
      call<T>("PUT", path, { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    messages: (before?: number) =>
      call<VisitorMessage[]>("GET", `/messages?size=${PAGE}${before ? `&message_id=${before}` : ""}`),
    send: async (text: string, files: File[], marker: string, key: string) => {
      const post = (proof?: string) => {
        const body = new FormData();
        body.append("message_input", text);
        body.append("marker", marker);
        if (proof) body.append("proof", proof);
        for (const file of files) body.append("files", file, file.name);
        return call<{ message: VisitorMessage; streaming_task_id: string | null }>("POST", "/messages", {
          body,
          headers: { "idempotency-key": key },
        });
      };
      try {
        return await post();
      } catch (error) {
        if (!(error instanceof RefusedCall) || error.status !== PROOF_REQUIRED) throw error;
        return post(await solveChallenge(await call("GET", "/challenge")));
      }
    },
    onPage: (page: string) =>
      call<unknown>("PUT", "/page", {
        body: JSON.stringify({ page }),
        headers: { "content-type": "application/json" },
      }),
    retry: (id: number) => call<{ streaming_task_id: string }>("POST", `/messages/${id}/retry`),
    typing: () => call<unknown>("POST", "/typing"),
    stop: (task: string) => call<unknown>("DELETE", `/streaming/${task}`),
    runs: () => call<{ is_taken_over: boolean; is_waiting: boolean; runs: ReplyRun[] }>("GET", "/events"),
    reply: (task: string, after: number) => call<StreamState>("GET", `/streaming/${task}?chunk_idx=${after}`),
    /** @param isGood True for a good rating, false for a bad one; undefined removes the rating */
    rate: (id: number, isGood?: boolean) =>
      isGood === undefined
        ? call<unknown>("DELETE", `/messages/${id}/rating`)
        : call<unknown>("PUT", `/messages/${id}/rating`, json({ is_good: isGood })),
    rateAll: (rating: number, comment: string) => call<unknown>("PUT", "/rating", json({ rating, comment })),
    leave: () => call<unknown>("DELETE", "/conversation"),
    earlier: () => call<EarlierConversation[]>("GET", "/conversations"),
    earlierMessages: (id: number, size: number, before?: number) =>
      call<VisitorMessage[]>(
        "GET",
        `/messages?conversation_id=${id}&size=${size}${before ? `&message_id=${before}` : ""}`,
      ),
    mail: (email: string, code?: string) =>
      call<unknown>("POST", "/mail", {
        body: JSON.stringify({ email, code }),
        headers: { "content-type": "application/json" },
      }),
    source: (id: number, n: number) => call<CitedPassage>("GET", `/messages/${id}/citations/${n}`),
    file: async (path: string) => (await reach(path, { headers })).blob(),
    download: async () => (await reach(at("/export"), { headers })).blob(),
    /** Opens an event stream with fetch, because EventSource can't send the session in a header. */
    stream: (path: string, signal: AbortSignal) =>
      reach(at(path), { headers: { ...headers, accept: "text/event-stream" }, signal }),
  };
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

export async function createSession(chatId: string): Promise<string> {
  const response = await reach(`/api/v1/public/chats/${chatId}/public-session`, {
    method: "POST",
    ...json({ page: document.referrer || undefined, language: navigator.language }),
  });
  return (await response.json()) as string;
}

export const newKey = createId;

/** @throws RefusedCall for a status other than 2xx or a failed connection */
async function reach(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, credentials: "omit", cache: "no-store" }).catch(
    (error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw new RefusedCall(0, "");
    },
  );
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { message?: string; retry_after?: number };
  throw new RefusedCall(response.status, body.message ?? "", body.retry_after);
}
