import { z } from 'zod';

/** The most digits of a whole number in a query string or a path, with which it is exact. */
export const MAX_DIGITS = 15;
const INTEGER = new RegExp(`^-?\\d{1,${MAX_DIGITS}}$`);

/** A whole number in a query string, within bounds where they are given. */
export function integerText(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (value) => (typeof value === 'string' && INTEGER.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  );
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
export const PAGE_QUERY = { cursor: z.string().optional(), limit: integerText().optional() };

/** Part of a name or an id, in any case. */
export const SEARCH_QUERY = { search: z.string().optional() };

const SORT_ORDER = z.enum(['asc', 'desc']).optional();

/** Which members of an organization to list, and how. */
export const MEMBER_QUERY = {
  ...PAGE_QUERY,
  sort_by: z.enum(['email', 'role', 'joined_at']).optional(),
  sort_order: SORT_ORDER,
};

/** Which branches to list, and how. */
export const BRANCH_QUERY = {
  ...PAGE_QUERY,
  ...SEARCH_QUERY,
  sort_by: z.enum(['name', 'created_at', 'updated_at']).optional(),
  sort_order: SORT_ORDER,
  include_deleted: optionalSwitch(),
};

/** Which projects that others share to list. */
export const SHARED_PROJECT_QUERY = {
  ...PAGE_QUERY,
  /** In ms. Accepted as the platform's API has it, without effect here: nothing takes long enough. */
  timeout: integerText(100, 30_000).optional(),
  ...SEARCH_QUERY,
};

/** Which projects to list. */
export const PROJECT_QUERY = {
  ...SHARED_PROJECT_QUERY,
  /** Only projects of this organization. */
  org_id: z.string().optional(),
  /** Only deleted projects that can be recovered, in place of the others. */
  recoverable: optionalSwitch(),
};

/** What to connect to, and as whom. */
export const CONNECTION_QUERY = {
  /** The default branch unless named. */
  branch_id: z.string().optional(),
  /** The primary compute of the branch unless named. */
  endpoint_id: z.string().optional(),
  database_name: z.string(),
  role_name: z.string(),
  pooled: optionalSwitch(),
};

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
