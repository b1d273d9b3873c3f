export interface ServedFile {
  /** `undefined` if the file does not exist. */
  readonly text: string | undefined;
  /** Identifies the content of the file; `undefined` if it cannot be read. */
  readonly tag: string | undefined;
  /** The reason why it cannot be read. */
  readonly problem?: string;
}

export type Saved = { readonly tag: string } | { readonly problem: string };

/** Interval between reads of the served file. */
const WATCH_MS = 1500;

/** The current file; `undefined` if the server cannot be reached. */
export async function readServed(): Promise<ServedFile | undefined> {
  try {
    const answer = await fetch('file', { cache: 'no-store' });
    const [tag, text] = [answer.headers.get('etag') ?? undefined, await answer.text()];
    if (tag === undefined) return { text: undefined, tag, problem: text };
    return { text: answer.ok ? text : undefined, tag };
  } catch {
    return undefined;
  }
}

/**
 * Polls the file. Calls `changed` while its tag differs from this one, and once when it is the same again.
 * @returns a function that ends the polling and drops the answer to a read in progress
 */
export function watchServed(tag: string, changed: (now: ServedFile) => void): () => void {
  let isWatching = true;
  let seen: string | undefined = tag;
  const timer = setInterval(async () => {
    const now = await readServed();
    if (!isWatching || now === undefined || (now.tag === tag && seen === tag)) return;
    seen = now.tag;
    changed(now);
  }, WATCH_MS);
  return () => {
    isWatching = false;
    clearInterval(timer);
  };
}

/** Saves the text if the file still has this tag. */
export async function saveServed(text: string, tag: string): Promise<Saved> {
  try {
    const answer = await fetch('file', { method: 'PUT', body: text, headers: { 'if-match': tag } });
    if (answer.ok) return { tag: answer.headers.get('etag') ?? '' };
    return { problem: await answer.text() };
  } catch {
    return { problem: 'the server does not answer; start "neap studio" again' };
  }
}
