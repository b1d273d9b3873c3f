import { badRequest, notFound } from '../checks/platform-error.js';
import { ofProject } from '../checks/subject.js';
import { checkLength, LONGEST_NAME } from '../checks/text-checks.js';
import { jwksView } from '../rows/granted.js';
import type { Shaped } from '../schema/plain.js';
import type { JWKS_ADD } from '../schema/sharing-schema.js';
import { uuid } from '../store/draws.js';

const MAX_URL = 2048;

/** Where keys are published that sign tokens for a project. @throws PlatformError `not_found` */
export const getProjectJWKS = ofProject((state, project) => ({
  jwks: state.jwksByProject.rows(project.id).map(jwksView),
}));

/** Adds such a place; it is noted and not asked. @throws PlatformError `not_found`, `bad_request` */
export const addProjectJWKS = ofProject((state, project, input: Shaped<typeof JWKS_ADD>) => {
  const { branch_id, jwks_url, provider_name, jwt_audience, role_names } = input;
  if (branch_id !== undefined && state.get('branches', branch_id)?.project_id !== project.id) {
    throw notFound('branch');
  }
  const jwks = state.create('jwks', uuid(state.draw('jwks')), {
    project_id: project.id,
    branch_id,
    jwks_url: checkedUrl(jwks_url),
    provider_name: checkLength(provider_name, 'provider_name', LONGEST_NAME),
    jwt_audience,
    role_names,
  });
  return { jwks: jwksView(jwks), operations: [] };
});

/** Removes such a place. @throws PlatformError `not_found` */
export const deleteProjectJWKS = ofProject((state, project, input: { readonly jwks_id: string }) => {
  const jwks = state.get('jwks', input.jwks_id);
  if (jwks?.project_id !== project.id) throw notFound('JWKS');
  state.remove('jwks', jwks.id);
  return jwksView(jwks);
});

function checkedUrl(url: string): string {
  checkLength(url, 'jwks_url', MAX_URL);
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw badRequest(`jwks_url "${url}" is no https address`);
  }
  return url;
}
