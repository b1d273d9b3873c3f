import { randomUUID } from 'node:crypto';

/** What a client may send as an id; anything else could break a header or a log line. */
const ACCEPTED = /^[\x21-\x7e]{1,128}$/;

/** The id of a request: the one its `X-Request-ID` header brings, or a new one. */
export function requestId(sent: string | undefined): string {
  return sent !== undefined && ACCEPTED.test(sent) ? sent : randomUUID();
}
