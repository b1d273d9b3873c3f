import { Duplex } from 'node:stream';
import { createGzip } from 'node:zlib';

/** A tenth of the size for a small part of the time that better packing takes. */
const LEVEL = 1;

/** Whether a client takes gzip, by its `Accept-Encoding`. Source: RFC 9110, section 12.5.3. */
export function acceptsGzip(accept_encoding: string | undefined): boolean {
  const weights = new Map(
    (accept_encoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const weight = parameters.find((each) => each.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** A body packed by gzip, on other threads than the one that answers requests. */
export function packed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body.pipeThrough(Duplex.toWeb(createGzip({ level: LEVEL })));
}
