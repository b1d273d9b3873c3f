import type { Job, JobReply } from '../studio-data.js';

export interface ServedFile {
  /** `undefined` if the file does not exist. */
  readonly text: string | undefined;
  /** Identifies the content of the file. */
  readonly tag: string;
}

export type Saved = { readonly tag: string } | { readonly problem: string };

/** Between two looks at the served file. */
const WATCH_MS = 1500;

/** The file as it is now; `undefined` if the server cannot be reached or cannot read it. */
export async function readServed(): Promise<ServedFile | undefined> {
  try {
    const answer = await fetch('file', { cache: 'no-store' });
    const tag = answer.headers.get('etag');
    if (tag === null) return undefined;
    return { text: answer.ok ? await answer.text() : undefined, tag };
  } catch {
    return undefined;
  }
}

/**
 * Reads the file again and again, and passes it on whenever it is not the one with this tag.
 * @returns ends this; the answer to a read that is under way is then dropped
 */
export function watchServed(tag: string, changed: (now: ServedFile) => void): () => void {
  let isWatching = true;
  const timer = setInterval(async () => {
    const now = await readServed();
    if (isWatching && now !== undefined && now.tag !== tag) changed(now);
  }, WATCH_MS);
  return () => {
    isWatching = false;
    clearInterval(timer);
  };
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

/**
 * Asks the server to answer a job. Tells of no answer if it was stopped.
 * @param told receives progress, then the answer or why there is none
 */
export async function askServer(
  job: Job,
  signal: AbortSignal,
  told: (reply: JobReply) => void,
): Promise<void> {
  try {
    const response = await fetch('job', { method: 'POST', body: JSON.stringify(job), signal });
    if (!response.ok) return told({ kind: 'refused', message: await response.text() });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop()!;
      for (const line of lines) told(JSON.parse(line) as JobReply);
    }
  } catch {
    if (!signal.aborted)
      told({ kind: 'refused', message: 'the server does not answer; start "neap studio" again' });
  }
}

/** Offers a text as a file, in a page that works alone. */
export function download(file: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}
