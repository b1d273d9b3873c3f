import type { EmulatorContext } from './http-context.js';

/** The secret of a request, `undefined` if it has none, and the client's address. */
export type Sender = readonly [secret: string | undefined, from_addr: string];

/** The sender of a request: the secret comes from its `Authorization: Bearer …` header. */
export function senderOf({ req, env }: EmulatorContext): Sender {
  const [, secret] = /^bearer +(\S+) *$/i.exec(req.header('authorization') ?? '') ?? [];
  return [secret, remoteAddress(env) ?? '127.0.0.1'];
}

interface ServerBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } } | undefined;
}

/** Address of a client, `undefined` for a call made in the same process. */
export function remoteAddress(bindings: unknown): string | undefined {
  const address = (bindings as ServerBindings | undefined)?.incoming?.socket?.remoteAddress;
  // IPv4 clients of a server that also listens on IPv6 have mapped addresses.
  return address?.startsWith('::ffff:') === true ? address.slice('::ffff:'.length) : address;
}

/** Whether a client is on the same machine, or in the same process. */
export function isLocal(address: string | undefined): boolean {
  return address === undefined || address === '::1' || address.startsWith('127.');
}
