import { availableParallelism } from 'node:os';
import type { Handler } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { answerJob } from './answer-job.js';
import type { JobReply } from './studio-data.js';

const JOB = z.strictObject({
  kind: z.enum(['plan', 'forecast', 'bill']),
  text: z.string(),
  growth: z.string().max(100),
  budget_usd: z.number().positive().optional(),
});

/**
 * Answers jobs, one at a time, with lines of JSON: progress, then the answer. A job ends when its page closes the connection.
 * @param file path of the scenario file
 */
export function jobRoute(file: string): Handler {
  let isBusy = false;
  return async (context) => {
    const job = JOB.safeParse(await context.req.json().catch(() => undefined));
    if (!job.success) return context.text('expected a job with kind, text, growth and budget_usd', 400);
    if (isBusy) return context.text('another plan, forecast or bill is being computed; stop it first', 409);
    isBusy = true;
    const stop = new AbortController();
    return stream(context, async (lines) => {
      lines.onAbort(() => stop.abort());
      const reply = async (line: JobReply): Promise<void> => {
        await lines.writeln(JSON.stringify(line));
      };
      try {
        const answer = await answerJob(job.data, file, {
          workers: availableParallelism(),
          signal: stop.signal,
          progress: ({ done, runs }) =>
            void reply({ kind: 'progress', part: done / Math.max(1, done, runs) }),
        });
        await reply({ kind: 'answer', answer });
      } catch (error) {
        await reply({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
      } finally {
        isBusy = false;
      }
    });
  };
}
