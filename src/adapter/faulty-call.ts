import { FAULT_RETRY_AFTER_SECONDS, type FaultRequest, faultMessage } from '../api/fault.js';
import { AdapterError } from './adapter-error.js';

export interface FaultyCall {
  /** Method and path. */
  readonly call: string;
  /** Makes the call, if the fault lets it happen. */
  readonly carryOut: () => unknown;
  /** Delays the response. */
  readonly pass: (span_ms: number) => void;
}

/**
 * Makes a call in process with a fault injected.
 * @throws AdapterError instead of a response, as over HTTP
 */
export function faultyCall(
  { answer, carried_out = answer === undefined, delay_ms = 0 }: FaultRequest,
  { call, carryOut, pass }: FaultyCall,
): unknown {
  let made: () => unknown = () => undefined;
  if (carried_out) {
    try {
      const result = carryOut();
      made = () => result;
    } catch (error) {
      made = () => {
        throw error;
      };
    }
  }
  if (delay_ms > 0) pass(delay_ms);
  if (answer === undefined) return made();
  if (answer === 'none') {
    const message = `no answer to ${call}: the connection failed`;
    throw new AdapterError({ status: 0, code: 'no_answer', message, call });
  }
  throw new AdapterError({
    status: answer,
    message: faultMessage(answer),
    call,
    retry_after_ms: answer === 429 ? FAULT_RETRY_AFTER_SECONDS * 1000 : undefined,
  });
}
