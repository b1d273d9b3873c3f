import { z } from 'zod';
import { AdapterError } from './adapter-error.js';

/** Host names of the real service. */
const REAL_HOST = /(^|\.)neon\.(tech|com|build)$/;
const TIMEOUT_MS = 5_000;
/** An emulator's response to the health check. */
const HEALTH = z.object({ emulator: z.literal('neap') });

/**
 * Checks that an emulator responds at a base URL. Sends no key, and no request to the real service.
 * @throws AdapterError `not_an_emulator`
 */
export async function requireEmulator(base_url: string, send: typeof globalThis.fetch): Promise<void> {
  const { hostname } = new URL(base_url);
  if (REAL_HOST.test(hostname)) throw refusal(`${hostname} is the real service`);
  const health = `${base_url.replace(/\/+$/, '').replace(/\/api\/v2$/, '')}/_neap/health`;
  let health_body: unknown;
  try {
    const answer = await send(health, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    health_body = await answer.json();
  } catch {
    throw refusal(`nothing at ${health} says that it is an emulator`);
  }
  if (!HEALTH.safeParse(health_body).success) throw refusal(`what answers at ${health} is not an emulator`);
}

function refusal(reason: string): AdapterError {
  return new AdapterError({
    status: 0,
    code: 'not_an_emulator',
    message: `${reason}; random calls are for emulators only: withEmulator(), or the address that "neap serve" prints`,
  });
}
