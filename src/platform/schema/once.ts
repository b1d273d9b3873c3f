import { remembered } from '../../kernel/remembered.js';

/** A function of objects that are never written into, such as rows and schemas: what it makes of each is made once. */
export function once<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => remembered(known, of, make);
}
