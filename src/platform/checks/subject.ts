import type { State } from '../store/state.js';
import { branchOf, endpointOf, organizationOf, personOnly, projectOf } from './access.js';
import type { Caller, Rule } from './caller.js';
import type { ForOrganization, ForProject } from './path-ids.js';

/** Makes rules of calls about one thing: each is told it, once it is found and within the caller's reach. */
export function about<Ids, Found>(find: (state: State, caller: Caller, ids: Ids) => Found) {
  return <Answer, Asked = unknown>(
    rule: (state: State, found: Found, input: Ids & Asked, caller: Caller) => Answer,
  ): Rule<Ids & Asked, Answer> =>
    (state, caller, input) =>
      rule(state, find(state, caller, input), input, caller);
}

/** A rule for whoever asks with a personal key. @throws PlatformError `forbidden` for other keys */
export const ofPerson = about((_state, caller) => personOnly(caller));

/** A rule about an organization that the caller belongs to. @throws PlatformError as {@link organizationOf} */
export const ofOrganization = about((state, caller, { org_id }: ForOrganization) =>
  organizationOf(state, caller, org_id),
);

/** A rule about a project within reach. @throws PlatformError `not_found` */
export const ofProject = about((state, caller, { project_id }: ForProject) =>
  projectOf(state, caller, project_id),
);

/** A rule about a branch of a project within reach. @throws PlatformError `not_found` */
export const ofBranch = about(branchOf);

/** The list of something that no branch has here, under its name in the answer. */
export function noneOf<const Name extends string>(name: Name) {
  return ofBranch(() => ({ [name]: [] }) as unknown as { readonly [Each in Name]: readonly [] });
}

/** A rule about an endpoint of a project within reach. @throws PlatformError `not_found` */
export const ofEndpoint = about(endpointOf);
