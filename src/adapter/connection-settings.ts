/** Base URL of the real service. Source: the platform's API documentation. */
export const REAL_BASE_URL = 'https://console.neon.tech/api/v2';

/** Environment variable with the API key; the platform's own clients use the same one. */
export const API_KEY_VARIABLE = 'NEON_API_KEY';

/** Environment variable with the base URL; the platform's own command line uses the same one. */
export const BASE_URL_VARIABLE = 'NEON_API_HOST';

/** Problem of a base URL, or `undefined` if it is valid. Never contains a password from the URL. */
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

/** Problem of an API key, or `undefined` if it is valid. Never contains any part of the key. */
export function apiKeyProblem(api_key: string | undefined): string | undefined {
  if (api_key === undefined || api_key === '') {
    return `no API key: put one into the environment variable ${API_KEY_VARIABLE}`;
  }
  // Other characters are invalid in a header, and the resulting error would contain the key.
  if (!/^[\x21-\x7e]+$/.test(api_key)) {
    return `the API key in ${API_KEY_VARIABLE} has spaces, line breaks or characters that no key has; copy it again`;
  }
  return undefined;
}
