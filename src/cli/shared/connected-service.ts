import { API_KEY_VARIABLE } from '../../adapter/connection-settings.js';
import { HttpAdapter } from '../../adapter/http-adapter.js';
import { baseUrlOf } from './service-connection.js';

/**
 * The service that the options and the environment name, in wall-clock time.
 * @param signal ends waiting between attempts
 * @throws AdapterError for an address or a key that cannot be one
 */
export function connectedService(
  options: { readonly baseUrl?: string | undefined },
  signal?: AbortSignal,
): HttpAdapter {
  return new HttpAdapter({
    base_url: baseUrlOf(options),
    api_key: process.env[API_KEY_VARIABLE] ?? '',
    ...(signal === undefined ? {} : { signal }),
  });
}
