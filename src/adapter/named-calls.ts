import { type CallId, CONTRACT } from '../api/contract.js';
import type { PlatformCalls } from './platform-adapter.js';

abstract class CallsByName {
  /**
   * Makes a call.
   * @throws AdapterError if the call is refused
   */
  protected abstract call(name: CallId, input: object): Promise<unknown>;

  static {
    for (const name of Object.keys(CONTRACT) as CallId[]) {
      Object.defineProperty(CallsByName.prototype, name, {
        configurable: true,
        writable: true,
        value(this: CallsByName, input: object = {}) {
          return this.call(name, input);
        },
      });
    }
  }
}

/** Implements every call of an adapter as a method that passes its name to `call`. */
// The compiler cannot see that the static block defines the contract's methods.
export const NamedCalls = CallsByName as abstract new () => CallsByName & PlatformCalls;
