import { isIP } from 'node:net';
import { ApiError } from './api-error.js';
import type { EmulatorContext } from './http-context.js';

/**
 * Refuses pages of other sites in somebody's browser: they name themselves as the origin, or reach this machine by a
 * name of their own that they have pointed at it. Addresses and names without a dot are nobody's on the internet.
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
    'pages of other sites are not answered; ask for 127.0.0.1, localhost, or an address of this machine',
  );
}

function isPrivateName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replaceAll(/^\[|\]$/g, '');
  return isIP(name) !== 0 || !name.includes('.') || /\.(localhost|local|internal)$/.test(name);
}
