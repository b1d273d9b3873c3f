import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  API_KEY_VARIABLE,
  BASE_URL_VARIABLE,
  baseUrlProblem,
  REAL_BASE_URL,
} from '../../adapter/connection-settings.js';

/** Explains where the key comes from, for the help of commands that call a service. */
export const KEY_HELP = `The API key is read from the environment variable ${API_KEY_VARIABLE}, and is never shown.`;

/** `--base-url`, the same for every command. */
export function baseUrlOption() {
  return new Option(
    '--base-url <url>',
    `management API to call (${BASE_URL_VARIABLE}, or else the real service)`,
  ).argParser((text) => {
    const problem = baseUrlProblem(text);
    if (problem !== undefined) throw new InvalidArgumentError(problem);
    return text;
  });
}

/** The address from the options and the environment. */
export function baseUrlOf(options: { readonly baseUrl?: string | undefined }): string {
  const from_environment = process.env[BASE_URL_VARIABLE];
  return options.baseUrl ?? (from_environment || REAL_BASE_URL);
}
