import type { Job, JobReply, RunJob } from '../studio-data.js';

/**
 * Asks the server to answer a job. After `signal` it reports nothing.
 * @param server its address
 * @param receive receives progress, then the answer or a refusal
 */
export async function askServer(
  job: Job | RunJob,
  server: string,
  signal: AbortSignal,
  receive: (reply: JobReply) => void,
): Promise<void> {
  try {
    const response = await fetch(new URL('job', server), {
      method: 'POST',
      body: JSON.stringify(job),
      signal,
    });
    if (!response.ok) return receive({ kind: 'refused', message: await response.text() });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop()!;
      for (const line of lines) receive(JSON.parse(line) as JobReply);
    }
  } catch {
    if (!signal.aborted)
      receive({ kind: 'refused', message: 'the server does not answer; start "neap studio" again' });
  }
}
