/** The scenario file of the server that the page came from. */
export interface ServedFile {
  readonly text: string;
  /** Tells the content of the file from others. */
  readonly tag: string;
}

/** The outcome of saving. */
export type Saved = { readonly tag: string } | { readonly problem: string };

/** The file as it is now; `undefined` if the server cannot be reached or has none. */
export async function readServed(): Promise<ServedFile | undefined> {
  try {
    const answer = await fetch('file', { cache: 'no-store' });
    if (!answer.ok) return undefined;
    return { text: await answer.text(), tag: answer.headers.get('etag') ?? '' };
  } catch {
    return undefined;
  }
}

/** Saves the text if the file is still the one with this tag. */
export async function saveServed(text: string, tag: string): Promise<Saved> {
  try {
    const answer = await fetch('file', { method: 'PUT', body: text, headers: { 'if-match': tag } });
    if (answer.ok) return { tag: answer.headers.get('etag') ?? '' };
    return { problem: await answer.text() };
  } catch {
    return { problem: 'the server does not answer; start "neap studio" again' };
  }
}
