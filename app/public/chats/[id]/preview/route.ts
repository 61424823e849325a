import { services } from "@/app/services";
import { findViewer } from "@/app/viewer";
import { renderDocument } from "@/components/public-chat/page/document-html";
import { reference } from "@/lib/api/fields";
import { Publication } from "@/lib/channels/public-chats/contract";
import type { publication } from "@/lib/channels/public-chats/service";
import { loadTexts } from "@/lib/platform/words/catalogue";
import { parseLanguage, toReader } from "@/lib/platform/words/languages";
import type { Key } from "@/lib/platform/words/screens";

// Previews a public chat's page with a sample conversation for users who may publish it. It creates no session,
// stores nothing and runs no script. `GET` shows the saved state, `POST` a draft.
type Context = { params: Promise<{ id: string }> };

export const GET = async (request: Request, { params }: Context): Promise<Response> =>
  preview(request, (await params).id, {});

const MAX_DRAFT_BYTES = 256 * 1024;

export async function POST(request: Request, { params }: Context): Promise<Response> {
  if (!(await findViewer())) return nothing(404);
  const body = await services()
    .readSmallText(request.body, MAX_DRAFT_BYTES)
    .then(services().readJson)
    .catch(() => undefined);
  const draft = Publication.partial().safeParse(body);
  return draft.success ? preview(request, (await params).id, draft.data) : nothing(422);
}

async function preview(request: Request, id: string, draft: Partial<Publication>): Promise<Response> {
  const viewer = await findViewer();
  const chat = reference.safeParse(id);
  if (!viewer || !chat.success) return nothing(404);
  try {
    return await page(request, id, await services().publication.preview(viewer, chat.data, draft));
  } catch (error) {
    if (error instanceof services().AppError) return nothing(error.kind === "forbidden" ? 403 : 404);
    throw error;
  }
}

async function page(
  request: Request,
  chatId: string,
  shown: publication.ShownPublication,
): Promise<Response> {
  const { language } = toReader(
    shown.appearance.ui_language ?? parseLanguage(request.headers.get("accept-language")),
  );
  const [texts, sample] = await Promise.all([
    loadTexts(language, "visitor"),
    loadTexts(language, "visitorPage"),
  ]);
  const nonce = btoa(crypto.randomUUID());
  const html = renderDocument({
    chatId,
    language,
    texts,
    nonce,
    look: services().parseAppearance(new URL(request.url).searchParams, {
      name: shown.title,
      footer: shown.footer ?? undefined,
      chosen: shown.appearance,
    }),
    avatar: shown.avatar,
    greeting: shown.greeting,
    suggestedQuestions: shown.suggestedQuestions,
    fileTypes: [],
    mailsConversations: false,
    messages: buildSampleMessages(sample),
    isPreview: true,
  });
  return new Response(html, { headers: { ...PREVIEW_HEADERS, "content-security-policy": policy(nonce) } });
}

const buildSampleMessages = (texts: Record<Key<"visitorPage">, string>) => [
  createSampleMessage(1, "guest", texts.sampleQuestion),
  createSampleMessage(2, "assistant", texts.sampleAnswer),
  createSampleMessage(3, "guest", texts.sampleThanks),
];

const createSampleMessage = (id: number, role: "guest" | "assistant", message: string) => ({
  id,
  role,
  message,
  created_at: "",
  replying_to_message_id: null,
  attachments: null,
  error: null,
  stopped: false,
  citations: [],
});

const PREVIEW_HEADERS = {
  "cache-control": "private, no-store",
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");

const nothing = (status: number) =>
  new Response(null, {
    status,
    headers: { ...PREVIEW_HEADERS, "content-security-policy": "default-src 'none'; frame-ancestors 'self'" },
  });
