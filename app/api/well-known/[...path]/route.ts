import { services } from "@/app/services";

type RouteContext = { params: Promise<{ path: string[] }> };

// Serves the API's `/.well-known` addresses. Where Next.js runs alone, also serves those at the origin's root, which
// `next.config.ts` rewrites to `root/`.
async function handle(request: Request, { params }: RouteContext): Promise<Response> {
  const { answerApi, answerOutsideApi, toOperationPath, WELL_KNOWN } = services();
  const { path } = await params;
  const [place = "", ...below] = path.map(encodeURIComponent);
  const address = place === "root" ? `/${below.join("/")}` : `${WELL_KNOWN}${[place, ...below].join("/")}`;
  return answerOutsideApi(answerApi, toOperationPath(address), request);
}

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
