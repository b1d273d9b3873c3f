import { connect } from 'node:net';

/** How a bare connection is used. */
interface BareConnection {
  /** Whether the client closes its half of it once everything is sent. */
  readonly half_closed?: boolean;
}

/** The bytes that a server sends on a bare connection until it closes it. */
export function exchange(
  address: string,
  text: string,
  { half_closed = false }: BareConnection = {},
): Promise<string> {
  const { port, hostname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: half_closed }, () => {
      if (half_closed) socket.end(text);
      else socket.write(text);
    });
    let answer = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      answer += more;
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** The statuses of the answers of a connection, in order. */
export function statusesOf(answers: string): readonly number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** The body of the last of them. */
export function lastBody(answers: string): string {
  return answers.slice(answers.lastIndexOf('\r\n\r\n') + 4);
}
