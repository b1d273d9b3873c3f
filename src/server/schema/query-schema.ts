import { z } from 'zod';

/** A whole number in a query string. */
export function integerText() {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
    z.int(),
  );
}

/** A whole number in a query string that may be left out. */
export function optionalInteger() {
  return integerText().optional();
}

/** `true` or `false` in a query string that may be left out. */
export function optionalSwitch() {
  return z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean().optional(),
  );
}

/** A list in a query string: one value repeated, or several between commas. */
export function textList() {
  return z.preprocess(
    (value) =>
      (Array.isArray(value) ? value : [value]).flatMap((each: unknown) =>
        typeof each === 'string' ? each.split(',') : each === undefined ? [] : [each],
      ),
    z.array(z.string()),
  );
}

/** Where a page begins and how long it is. */
export const PAGE_QUERY = { cursor: z.string().optional(), limit: optionalInteger() };

/** Accepted as the platform's API has it, without effect here: nothing takes long enough. */
export const TIMEOUT_QUERY = { timeout: optionalInteger() };

/** `asc` or `desc`. */
export const SORT_ORDER = z.enum(['asc', 'desc']).optional();

/** Path parameters of calls about a project. */
export const PROJECT_PARAMS = { project_id: z.string() };

/** Path parameters of calls about a branch. */
export const BRANCH_PARAMS = { ...PROJECT_PARAMS, branch_id: z.string() };

/** Path parameters of calls about an endpoint. */
export const ENDPOINT_PARAMS = { ...PROJECT_PARAMS, endpoint_id: z.string() };

/** Path parameters of calls about an organization. */
export const ORGANIZATION_PARAMS = { org_id: z.string() };

/** Path parameters of calls about a key. */
export const KEY_PARAMS = { key_id: integerText() };

/** The page of a list with a cursor: `pagination` is absent when nothing follows. */
export const PAGINATION = { pagination: z.object({ cursor: z.string() }).optional() };

/** The same of the lists that call it `next`. */
export const NEXT_PAGINATION = {
  pagination: z
    .object({
      next: z.string().optional(),
      sort_by: z.string().optional(),
      sort_order: z.string().optional(),
    })
    .optional(),
};
