import { connect, type Socket } from 'node:net';

/** Requests that a number of connections repeat. */
export interface HttpLoad {
  readonly port: number;
  readonly connections: number;
  readonly duration_ms: number;
  /** The text of the next request: head, and body if any. */
  readonly next: () => string;
}

export interface HttpLoadResult {
  readonly requests_per_second: number;
  readonly latency_p50_ms: number;
  readonly latency_p99_ms: number;
  /** Answers by status code. */
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Sends requests over bare sockets, one at a time per socket, so that the client uses little of the machine that it
 * shares with the server.
 */
export async function askOverHttp(load: HttpLoad): Promise<HttpLoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const began = performance.now();
  const until = began + load.duration_ms;
  const one = async () => {
    const socket = connect(load.port, '127.0.0.1').setNoDelay(true);
    const answer = answers(socket);
    while (performance.now() < until) {
      const sent = performance.now();
      socket.write(load.next());
      const status = await answer();
      latencies.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: load.connections }, one));
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((first, second) => first - second);
  const quantile = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  return {
    requests_per_second: latencies.length / seconds,
    latency_p50_ms: quantile(0.5),
    latency_p99_ms: quantile(0.99),
    statuses,
  };
}

/** Reads answers from a connection, one per call, and returns their status codes. */
function answers(socket: Socket): () => Promise<string> {
  let text = '';
  let resolve: ((status: string) => void) | undefined;
  let reject: ((error: Error) => void) | undefined;
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
    if (length === undefined) {
      reject?.(new Error(`an answer without a length: ${text.slice(0, head)}`));
      return;
    }
    if (text.length < head + 4 + Number(length)) return;
    const status = text.slice(9, 12);
    text = '';
    resolve?.(status);
  });
  socket.on('error', (error) => reject?.(error));
  return () =>
    new Promise((yes, no) => {
      resolve = yes;
      reject = no;
    });
}
