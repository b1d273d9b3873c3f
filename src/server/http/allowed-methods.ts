import type { Hono } from 'hono';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Call } from '../../platform/resource/call.js';
import { ApiError } from './api-error.js';
import type { EmulatorContext, Variables } from './http-context.js';

/**
 * Answers the remaining methods of paths that are served: OPTIONS with the allowed methods, others with 405. To be
 * called after everything has been registered.
 * @param check runs before either answer; it throws for callers that may not learn of the path
 */
export function answerOtherMethods(
  app: Hono<{ Variables: Variables }>,
  served: readonly Pick<Call, 'method' | 'path'>[],
  check: (context: EmulatorContext) => Promise<void> = async () => undefined,
): void {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of served) {
    const there = getOrCreate(methods, path, () => new Set(['OPTIONS']));
    there.add(method);
    // Whatever can be read can be asked about.
    if (method === 'GET') there.add('HEAD');
  }
  for (const [path, there] of methods) {
    const allow = [...there].sort().join(', ');
    app.all(honoPath(path), async (context) => {
      await check(context);
      if (context.req.method === 'OPTIONS') return context.body(null, 204, { Allow: allow });
      throw new ApiError(405, `${context.req.method} is not served here; expected one of ${allow}`, {
        headers: { Allow: allow },
      });
    });
  }
}

/** `/projects/{project_id}` as Hono writes it. */
export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
