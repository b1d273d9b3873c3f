import { BRANCH_PATH as BRANCH, type Place } from './call.js';

/**
 * The vendor's calls about services of a branch that it does not have here, and what that is: answered with 404, as on a
 * branch for which nobody has switched them on, so that clients that look what there is go on.
 */
export const ABSENT: Readonly<Record<string, { readonly at: Place; readonly what: string }>> = {
  getNeonAuth: { at: `GET ${BRANCH}/auth`, what: 'Neon Auth integration' },
  getProjectBranchDataAPI: { at: `GET ${BRANCH}/data-api/{database_name}`, what: 'Data API' },
  getProjectBranchStorage: { at: `GET ${BRANCH}/storage`, what: 'object storage' },
  getProjectBranchAiGateway: { at: `GET ${BRANCH}/ai_gateway`, what: 'AI gateway' },
};
