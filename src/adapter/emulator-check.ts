import { z } from 'zod';
import { AdapterError } from './adapter-error.js';

/** Where the real service answers, under whatever name. */
const REAL_HOST = /(^|\.)neon\.(tech|com|build)$/;
const TIMEOUT_MS = 5_000;
/** An emulator's answer to the health check. */
const HEALTH = z.object({ emulator: z.literal('neap') });

/**
 * Makes sure that an emulator answers at an address, without the key; the real service is not even asked.
 * @throws AdapterError `not_an_emulator`
 */
export async function requireEmulator(base_url: string, send: typeof globalThis.fetch): Promise<void> {
  const { hostname } = new URL(base_url);
  if (REAL_HOST.test(hostname)) throw refusal(`${hostname} is the real service`);
  const health = `${base_url.replace(/\/+$/, '').replace(/\/api\/v2$/, '')}/_neap/health`;
  let said: unknown;
  try {
    const answer = await send(health, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    said = await answer.json();
  } catch {
    throw refusal(`nothing at ${health} says that it is an emulator`);
  }
  if (!HEALTH.safeParse(said).success) throw refusal(`what answers at ${health} is not an emulator`);
}

function refusal(reason: string): AdapterError {
  return new AdapterError({
    status: 0,
    code: 'not_an_emulator',
    message: `${reason}; random calls are for emulators only: withEmulator(), or the address that "neap serve" prints`,
  });
}
