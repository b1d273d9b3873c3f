import type { Route } from '../route.js';
import { ACCOUNT_ROUTES } from './account-routes.js';
import { API_KEY_ROUTES } from './api-key-routes.js';
import { BRANCH_ROUTES } from './branch-routes.js';
import { CONSUMPTION_ROUTES } from './consumption-routes.js';
import { DATABASE_ROUTES } from './database-routes.js';
import { ENDPOINT_ROUTES } from './endpoint-routes.js';
import { PROJECT_ROUTES } from './project-routes.js';
import { ROLE_ROUTES } from './role-routes.js';

/** Every call of the management API that is served. Fixed paths stand before those with a parameter in their place. */
export const ALL_ROUTES: readonly Route[] = [
  ...ACCOUNT_ROUTES,
  ...API_KEY_ROUTES,
  ...PROJECT_ROUTES,
  ...BRANCH_ROUTES,
  ...ROLE_ROUTES,
  ...DATABASE_ROUTES,
  ...ENDPOINT_ROUTES,
  ...CONSUMPTION_ROUTES,
];
