import type { AdapterError } from '../../adapter/adapter-error.js';
import { API_KEY_VARIABLE, BASE_URL_VARIABLE } from '../../adapter/connection-settings.js';
import { firstMessage, type Message } from '../text/messages.js';
import { when } from '../text/when.js';

const ADVICE: readonly Message<AdapterError>[] = [
  [
    ({ code }) => code === 'bad_base_url',
    () => `Check --base-url or the environment variable ${BASE_URL_VARIABLE}.`,
  ],
  [
    ({ status }) => status === 401,
    () =>
      `The key in ${API_KEY_VARIABLE} must be one of this service that has not been revoked; --base-url says which service is asked.`,
  ],
  [
    ({ status, message }) => status === 400 && message.startsWith('org_id is required'),
    () => 'A personal key must name an organization: --org-id ORG; neonctl orgs list shows the ids.',
  ],
  [
    ({ status }) => status === 403,
    () => 'The key may not do this; a key of another kind or of an administrator may.',
  ],
  [
    ({ status, code }) => status === 404 && code === '',
    () =>
      'Check the id, that the key may see what it names, and that the base URL ends as it should (/api/v2).',
  ],
];

/** An error of a service as text: the call, the service's message, and what to do. */
export function adapterErrorText(error: AdapterError): string {
  const { status, code, call, message, request_id } = error;
  const about = call === undefined || message.includes(call) ? '' : `${call}: `;
  const known = [
    ...when(status !== 0 && !message.includes(`${status}`), `status ${status}`),
    ...when(status !== 0 && code !== '' && code !== 'unexpected_answer', code),
    ...when(request_id !== undefined, `request ${request_id}`),
  ];
  const said = `${about}${message}${known.length === 0 ? '' : ` (${known.join(', ')})`}`;
  return [said, firstMessage(ADVICE, error)].filter((text) => text !== '').join('\n');
}
