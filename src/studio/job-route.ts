import { availableParallelism } from 'node:os';
import type { Handler } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { answerJob } from './answer-job.js';
import { answerRun } from './answer-run.js';
import type { JobReply } from './studio-data.js';
import { MAX_LOAD_FACTOR } from './worker/choices.js';

const JOB = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['plan', 'forecast', 'bill']),
    text: z.string(),
    growth: z.string().max(100),
    budget_usd: z.number().positive().optional(),
  }),
  z.strictObject({
    kind: z.literal('run'),
    text: z.string(),
    load_factor: z.number().min(0).max(MAX_LOAD_FACTOR),
    without: z.array(z.string()),
  }),
]);

/**
 * Answers jobs with lines of JSON: progress, then the answer. Only one plan, forecast or bill is computed at a time. A
 * job ends when its page closes the connection.
 * @param file path of the scenario file
 */
export function jobRoute(file: string): Handler {
  let isBusy = false;
  return async (context) => {
    const asked = JOB.safeParse(await context.req.json().catch(() => undefined));
    if (!asked.success) return context.text(`expected a job: ${z.prettifyError(asked.error)}`, 400);
    const job = asked.data;
    const isAlone = 'growth' in job;
    if (isAlone) {
      if (isBusy) return context.text('another plan, forecast or bill is being computed; stop it first', 409);
      isBusy = true;
    }
    const stop = new AbortController();
    return stream(context, async (lines) => {
      lines.onAbort(() => stop.abort());
      const reply = async (line: JobReply): Promise<void> => {
        await lines.writeln(JSON.stringify(line));
      };
      const progress = (part: number, doing?: string): void => {
        void reply({ kind: 'progress', part, ...(doing !== undefined && { doing }) });
      };
      try {
        if (!('growth' in job)) {
          for await (const line of answerRun(job, file, stop.signal, progress)) await reply(line);
          return;
        }
        const answer = await answerJob(job, file, {
          workers: availableParallelism(),
          signal: stop.signal,
          progress: ({ done, runs }) => progress(done / Math.max(1, done, runs)),
        });
        await reply({ kind: 'answer', answer });
      } catch (error) {
        await reply({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
      } finally {
        if (isAlone) isBusy = false;
      }
    });
  };
}
