import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  API_KEY_VARIABLE,
  BASE_URL_VARIABLE,
  baseUrlProblem,
  REAL_BASE_URL,
} from '../../adapter/connection-settings.js';
import { HttpAdapter } from '../../adapter/http-adapter.js';
import { value } from './option-table.js';

/** Explains where the key comes from, for the help of commands that call a service. */
export const KEY_HELP = `The API key is read from the environment variable ${API_KEY_VARIABLE}, and is never shown.`;

/** `--base-url`, the same for every command. */
export const BASE_URL = {
  '--base-url <url>': value(
    baseUrl,
    `management API to call (${BASE_URL_VARIABLE}, or else the real service)`,
  ),
};

/** Reads the address of a management API. */
export function baseUrl(text: string): string {
  const problem = baseUrlProblem(text);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return text;
}

interface ServiceOptions {
  readonly baseUrl?: string | undefined;
}

/** The address from the options and the environment. */
export function baseUrlOf(options: ServiceOptions): string {
  const from_environment = process.env[BASE_URL_VARIABLE];
  return options.baseUrl ?? (from_environment || REAL_BASE_URL);
}

/**
 * The service that the options and the environment name, in wall-clock time.
 * @param signal ends waiting between attempts
 * @throws AdapterError for an address or a key that cannot be one
 */
export function connectedService(options: ServiceOptions, signal?: AbortSignal): HttpAdapter {
  return new HttpAdapter({
    base_url: baseUrlOf(options),
    api_key: process.env[API_KEY_VARIABLE] ?? '',
    ...(signal === undefined ? {} : { signal }),
  });
}
