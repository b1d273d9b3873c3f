import { ConnectRefusal } from '../endpoint-directory.js';

/** internal_error: the code of all errors of the platform's proxy. */
export const INTERNAL_ERROR = 'XX000';
/** cannot_connect_now: the server is starting or shutting down. */
export const CANNOT_CONNECT_NOW = '57P03';
/** invalid_password. */
export const INVALID_PASSWORD = '28P01';
/** invalid_authorization_specification: the authentication method is not accepted. */
export const INVALID_AUTHORIZATION = '28000';
/** too_many_connections. */
export const TOO_MANY_CONNECTIONS = '53300';

/** Makes the refusal of a protocol violation. */
export function violation(message: string): ConnectRefusal {
  return new ConnectRefusal(message, '08P01');
}

/** Makes a refusal by the proxy, with the code {@link INTERNAL_ERROR}. */
export function refusal(message: string): ConnectRefusal {
  return new ConnectRefusal(message, INTERNAL_ERROR);
}
