type Post = (request: Request) => Promise<Response>;

/** Submits a form like a page's script, and reads the response's body. */
export async function submit(
  post: Post,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const request = new Request("http://localhost:3000/submit", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "application/json", ...headers },
  });
  const answer = await post(request);
  const body = await answer.text();
  return { status: answer.status, body: body.startsWith("{") ? JSON.parse(body) : body };
}
