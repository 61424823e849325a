const FOLDER = "/diagrams";
const texts = new Map<string, Promise<string>>();

/**
 * Loads the script that draws a kind of diagram (`components/markdown/diagrams`) once. The page loads it, because frames have
 * no network.
 */
export function loadDrawingScript(kind: string): Promise<string> {
  const known = texts.get(kind);
  if (known) return known;
  const text = read(kind);
  texts.set(kind, text);
  text.catch(() => texts.delete(kind));
  return text;
}

async function read(kind: string): Promise<string> {
  const names: Record<string, string> = await (await answered(`${FOLDER}/names.json`)).json();
  return (await answered(`${FOLDER}/${names[kind]}`)).text();
}

async function answered(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
