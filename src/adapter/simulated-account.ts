import type { PlatformOptions } from '../platform/options.js';
import { Platform } from '../platform/platform.js';
import type { RetryPolicy } from './retry.js';
import { SimulatedAdapter } from './simulated-adapter.js';

/** A simulated platform with nothing on it but one account. */
export interface SimulatedAccountOptions {
  /** When simulated time begins, in ms since the epoch. */
  readonly start_ms: number;
  readonly platform?: PlatformOptions;
  readonly retries?: RetryPolicy;
}

/** An adapter for a new platform, with the personal key of its only user, who administers an organization. */
export function simulatedAccount({
  start_ms,
  platform: options = {},
  retries,
}: SimulatedAccountOptions): SimulatedAdapter {
  const platform = new Platform(options);
  const user = platform.signUp({ name: 'Simulated', email: 'user@neap.example' }, start_ms);
  platform.createOrganization({ name: 'Neap', admin_user_id: user.id }, start_ms);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'simulated' }, start_ms);
  return new SimulatedAdapter({
    platform,
    api_key: key,
    time: { now_ms: start_ms },
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(retries === undefined ? {} : { retries }),
  });
}
