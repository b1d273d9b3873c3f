import { isIP } from 'node:net';
import { ApiError } from './api-error.js';
import type { EmulatorContext } from './http-context.js';

/**
 * Refuses pages of other sites in a local browser: they send another origin, or use a name that resolves to this
 * machine.
 * @param anywhere whether clients that are not browsers may use any name
 * @throws ApiError 403
 */
export function refuseForeignPages({ req }: EmulatorContext, anywhere: boolean): void {
  const host = req.header('host');
  const origin = req.header('origin');
  const foreign = origin !== undefined && origin !== `http://${host ?? ''}`;
  const by_browser = origin !== undefined || req.header('sec-fetch-site') !== undefined;
  const is_free = host === undefined || isPrivateName(host) || (anywhere && !by_browser);
  if (!foreign && is_free) return;
  throw new ApiError(
    403,
    'pages of other sites are refused; use 127.0.0.1, localhost, or an address of this machine',
  );
}

/** Whether a `Host` header is an address, a name without a dot or a reserved name, which no site on the internet has. */
export function isPrivateName(host: string): boolean {
  const name = hostName(host);
  return isIP(name) !== 0 || !name.includes('.') || /\.(localhost|local|internal|test)$/i.test(name);
}

/** The name or address in a `Host` header, without the port. */
export function hostName(host: string): string {
  return host.replace(/:\d+$/, '').replaceAll(/^\[|\]$/g, '');
}
