import { ScenarioError } from '../../scenario/document/diagnostic.js';
import { PolicyError } from '../../simulation/policy/policy-error.js';
import { InvariantError } from '../../simulation/run/invariant.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';

/** An error as a message between threads can hold it: its class by name, and its fields. */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Errors that their receivers distinguish. */
const CLASSES: Readonly<Record<string, { readonly prototype: Error }>> = {
  InvariantError,
  PolicyError,
  ScenarioError,
  TraceError,
};

/** Makes an error ready for a message to another thread. */
export function packError(error: unknown): PackedError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, fields: {} };
  const { name, message, stack } = error;
  return { name, message, stack, fields: Object.hasOwn(CLASSES, name) ? { ...error } : {} };
}

/** The error that {@link packError} packed, with its class if that is one of the project's. */
export function unpackError({ name, message, stack, fields }: PackedError): Error {
  const known = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
  const error: Error = Object.create(known?.prototype ?? Error.prototype);
  const hidden = { configurable: true, writable: true, enumerable: false };
  Object.defineProperty(error, 'message', { ...hidden, value: message });
  Object.defineProperty(error, 'stack', { ...hidden, value: stack });
  return Object.assign(error, { name }, fields);
}
