import type { AdapterError } from '../../adapter/adapter-error.js';
import { API_KEY_VARIABLE, BASE_URL_VARIABLE } from '../../adapter/connection-settings.js';

/** An error of a service in words that a person can act on: which call, what it said, and what to do. */
export function adapterErrorText(error: AdapterError): string {
  const { status, code, call, message, request_id } = error;
  const about = call === undefined || message.includes(call) ? '' : `${call}: `;
  const known = [
    ...(status === 0 || message.includes(`${status}`) ? [] : [`status ${status}`]),
    ...(status === 0 || code === '' || code === 'unexpected_answer' ? [] : [code]),
    ...(request_id === undefined ? [] : [`request ${request_id}`]),
  ];
  const advice = adviceFor(error);
  return `${about}${message}${known.length === 0 ? '' : ` (${known.join(', ')})`}${advice === '' ? '' : `\n${advice}`}`;
}

function adviceFor({ status, code, message }: AdapterError): string {
  if (code === 'bad_base_url') return `Check --base-url or the environment variable ${BASE_URL_VARIABLE}.`;
  if (status === 401) {
    return `The key in ${API_KEY_VARIABLE} must be one of this service that has not been revoked; --base-url says which service is asked.`;
  }
  if (status === 400 && message.startsWith('org_id is required'))
    return 'A personal key must name an organization: --org-id ORG; neonctl orgs list shows the ids.';
  if (status === 403) return 'The key may not do this; a key of another kind or of an administrator may.';
  if (status === 404 && code === '')
    return 'Check the id, that the key may see what it names, and that the base URL ends as it should (/api/v2).';
  return '';
}
