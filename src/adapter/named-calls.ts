import { type CallId, CONTRACT } from '../api/contract.js';
import type { PlatformCalls } from './platform-adapter.js';

abstract class CallsByName {
  /**
   * Makes a call.
   * @throws AdapterError when it is refused
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

/** Every call of an adapter as a method, implemented by the one method that makes a call from its name. */
// The methods are those of the contract, which the compiler does not see being defined.
export const NamedCalls = CallsByName as abstract new () => CallsByName & PlatformCalls;
