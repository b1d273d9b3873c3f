/** Where the real service answers. Source: the platform's API documentation. */
export const REAL_BASE_URL = 'https://console.neon.tech/api/v2';

/** Environment variable that holds the key, as the platform's own clients have it. */
export const API_KEY_VARIABLE = 'NEON_API_KEY';

/** Environment variable that holds the address, as the platform's own command line has it. */
export const BASE_URL_VARIABLE = 'NEON_API_HOST';

/** What is wrong with a base address; `undefined` when it can be one. Never shows a password in it. */
export function baseUrlProblem(base_url: string): string | undefined {
  const url = URL.parse(base_url);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return `expected an address such as ${REAL_BASE_URL} or http://127.0.0.1:8432/api/v2`;
  }
  if (url.username !== '' || url.password !== '') {
    return `expected an address without user and password; the key comes from ${API_KEY_VARIABLE}`;
  }
  if (url.search !== '' || url.hash !== '') return 'expected an address without "?" and "#"';
  return undefined;
}

/** What is wrong with a key; `undefined` when it can be one. Never shows any of it. */
export function apiKeyProblem(api_key: string | undefined): string | undefined {
  if (api_key === undefined || api_key === '') {
    return `no API key: put one into the environment variable ${API_KEY_VARIABLE}`;
  }
  // Anything else is invalid in a header, and the resulting error would show it.
  if (!/^[\x21-\x7e]+$/.test(api_key)) {
    return `the API key in ${API_KEY_VARIABLE} has spaces, line breaks or characters that no key has; copy it again`;
  }
  return undefined;
}
