import { ofBranch } from '../checks/subject.js';

/** The list of something that no branch has here, under its name in the answer. */
export function noneOf<const Name extends string>(name: Name) {
  return ofBranch(() => ({ [name]: [] }) as unknown as { readonly [Each in Name]: readonly [] });
}
