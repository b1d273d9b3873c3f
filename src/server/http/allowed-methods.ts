import type { Hono } from 'hono';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Call } from '../../platform/resource/call.js';
import { ApiError } from './api-error.js';
import type { EmulatorContext, Variables } from './http-context.js';

/**
 * Answers the remaining methods of the given paths: OPTIONS with the allowed methods, others with 405. Must be called
 * after all routes have been registered.
 * @param check runs before either answer; it throws for callers that must not learn that the path exists
 */
export function answerOtherMethods(
  app: Hono<{ Variables: Variables }>,
  served: readonly Pick<Call, 'method' | 'path'>[],
  check: (context: EmulatorContext) => Promise<void> = async () => undefined,
): void {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of served) {
    const allowed = getOrCreate(methods, path, () => new Set(['OPTIONS']));
    allowed.add(method);
    // Every GET route also answers HEAD.
    if (method === 'GET') allowed.add('HEAD');
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed].sort().join(', ');
    app.all(honoPath(path), async (context) => {
      await check(context);
      if (context.req.method === 'OPTIONS') return context.body(null, 204, { Allow: allow });
      throw new ApiError(405, `${context.req.method} is not allowed here; expected one of ${allow}`, {
        headers: { Allow: allow },
      });
    });
  }
}

/** Converts `/projects/{project_id}` to Hono's `/projects/:project_id`. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
