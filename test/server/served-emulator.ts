import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUILT_CLI } from '../cli/built-cli.js';

/** A `neap serve` in a separate process. */
export interface ServedEmulator {
  readonly child: ChildProcess;
  readonly address: string;
  readonly base_url: string;
  /** Absent if the state was kept and no new key was requested. */
  readonly api_key?: string;
  readonly user_id: string;
  readonly org_id: string;
  /** Sends the signal and waits for the process to end; returns the exit code, or `null` after SIGKILL. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts the built command on a free port, and waits until it listens. */
export async function serveNeap(args: readonly string[] = []): Promise<ServedEmulator> {
  const child = spawn(process.execPath, [BUILT_CLI, 'serve', '--port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'exit');
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`neap serve ended with ${code}: ${errors}`)));
  });
  return {
    child,
    ...(JSON.parse(line) as Pick<ServedEmulator, 'address' | 'base_url' | 'api_key' | 'user_id' | 'org_id'>),
    stop: async (signal) => {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}
