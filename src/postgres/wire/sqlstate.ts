import { ConnectRefusal } from '../endpoint-directory.js';

/** All refusals of the platform's proxy, whose errors have no specific code. */
export const INTERNAL_ERROR = 'XX000';
/** A server that does not accept connections yet, or any more. */
export const CANNOT_CONNECT_NOW = '57P03';
/** A password that is not the role's. */
export const INVALID_PASSWORD = '28P01';
/** A way of proving who one is that is not accepted. */
export const INVALID_AUTHORIZATION = '28000';
/** No room for another connection. */
export const TOO_MANY_CONNECTIONS = '53300';

/** The refusal of what does not keep to the protocol. */
export function violation(message: string): ConnectRefusal {
  return new ConnectRefusal(message, '08P01');
}

/** A refusal of the proxy's own, whose errors have no code but that of internal ones. */
export function refusal(message: string): ConnectRefusal {
  return new ConnectRefusal(message, INTERNAL_ERROR);
}
