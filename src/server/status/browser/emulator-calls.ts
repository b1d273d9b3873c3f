/**
 * Calls a control route.
 * @returns the parsed JSON of its answer
 * @throws Error with the emulator's message if it refuses
 */
export async function call(method: string, path: string, body?: object): Promise<unknown> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const answer = await fetch(`/_neap${path}`, { method, ...content });
  const value: unknown = await answer.json();
  if (!answer.ok) throw new Error((value as { readonly message: string }).message);
  return value;
}

/** Fetches a drawing as HTML. @throws Error with the emulator's answer if it refuses */
export async function fetchDrawing(path: string): Promise<string> {
  const answer = await fetch(`/_neap${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
