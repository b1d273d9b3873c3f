import { useEffect, useRef, useState } from 'preact/hooks';
import { markOf } from '../../report/text/verdict.js';
import type { Job, JobReply } from '../studio-data.js';
import { askServer } from '../worker/ask-server.js';
import { Made } from './answer.js';

interface JobPanelOf {
  readonly label: string;
  readonly job: Job;
  /** Edits the scenario with overrides as for `--set`. */
  set(changes: readonly string[]): void;
}

/** A button that starts a job on the server, its progress, and its answer. */
export function JobPanel({ label, job, set }: JobPanelOf) {
  const [part, setPart] = useState<number>();
  const [ended, setEnded] = useState<{ readonly job: Job; readonly reply: JobReply }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const begin = async (): Promise<void> => {
    const run = new AbortController();
    running.current = run;
    setPart(0);
    setEnded(undefined);
    await askServer(job, location.href, run.signal, (reply) => {
      if (reply.kind === 'progress') setPart(reply.part);
      else setEnded({ job, reply });
    });
    setPart(undefined);
  };
  const isRunning = part !== undefined;
  const isOutdated = ended !== undefined && JSON.stringify(ended.job) !== JSON.stringify(job);
  return (
    <div class="job" data-job={job.kind}>
      <p class="field">
        <button type="button" onClick={() => (isRunning ? running.current?.abort() : void begin())}>
          {isRunning ? 'Stop' : label}
        </button>
        {isRunning && <progress value={part} aria-label={label} />}
      </p>
      <div role="status">
        {isOutdated && <p class="note">Before your last change:</p>}
        {ended !== undefined && <Ended reply={ended.reply} set={set} />}
      </div>
    </div>
  );
}

function Ended({ reply, set }: { readonly reply: JobReply; readonly set: JobPanelOf['set'] }) {
  if (reply.kind === 'refused') return <p class="note bad">{reply.message}</p>;
  if (reply.kind !== 'answer') return null;
  const { verdict, html, set: changes } = reply.answer;
  return (
    <>
      <div class={`answer ${verdict.tone}`}>
        <p>
          <span aria-hidden="true">{markOf(verdict)}</span> <span class="told">{verdict.text}</span>
        </p>
      </div>
      {changes.length > 0 && (
        <button type="button" onClick={() => set(changes)}>
          Use these settings
        </button>
      )}
      <Made html={html} />
    </>
  );
}
