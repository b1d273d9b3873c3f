import { z } from 'zod';
import { CONTROL_ROUTES } from './control/control-app.js';
import type { Route } from './route.js';
import { ALL_ROUTES } from './routes/all-routes.js';

type Json = Readonly<Record<string, unknown>>;

const ERROR = z
  .object({ message: z.string(), code: z.string(), request_id: z.string().optional() })
  .meta({ id: 'GeneralError' });

/** The description of everything that is served, in OpenAPI 3.1. */
export function openApiDocument(): Json {
  const components: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ALL_ROUTES) {
    methodsAt(paths, `/api/v2${route.path}`)[route.method.toLowerCase()] = operation(route, components);
  }
  for (const { method, path, summary, params, body } of CONTROL_ROUTES) {
    methodsAt(paths, `/_neap${path}`)[method.toLowerCase()] = {
      summary,
      tags: ['Emulator'],
      security: [],
      parameters: parameters(params, 'path'),
      ...requestBody(body, false, components),
      responses: { 200: { description: 'Done' }, default: errorResponse(components) },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'neap: emulated management API', version: 'v2' },
    servers: [{ url: '/' }],
    security: [{ BearerAuth: [] }],
    paths,
    components: {
      securitySchemes: { BearerAuth: { type: 'http', scheme: 'bearer' } },
      schemas: components,
    },
  };
}

function methodsAt(paths: Record<string, Record<string, unknown>>, path: string): Record<string, unknown> {
  const known = paths[path] ?? {};
  paths[path] = known;
  return known;
}

function operation(route: Route, components: Record<string, unknown>): Json {
  const deletes = route.method === 'DELETE' ? { 204: { description: 'There was nothing to delete' } } : {};
  return {
    operationId: route.operation_id,
    summary: route.summary,
    tags: [route.tag],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...requestBody(route.body, route.body_optional, components),
    responses: {
      [route.status]: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(route.response, components, 'output') } },
      },
      ...deletes,
      default: errorResponse(components),
    },
  };
}

function errorResponse(components: Record<string, unknown>): Json {
  return {
    description: 'Refused',
    content: { 'application/json': { schema: schemaOf(ERROR, components, 'output') } },
  };
}

function requestBody(
  body: z.ZodType | undefined,
  optional: boolean,
  components: Record<string, unknown>,
): Json {
  if (body === undefined) return {};
  const content = { 'application/json': { schema: schemaOf(body, components, 'input') } };
  return { requestBody: { required: !optional, content } };
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): readonly Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, {}, 'output') as {
    readonly properties?: Json;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }));
}

/** The JSON Schema of one schema; named parts go to the components. */
function schemaOf(schema: z.ZodType, components: Record<string, unknown>, io: 'input' | 'output'): Json {
  const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const text = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
  for (const [name, part] of Object.entries($defs)) components[name] = text(part);
  return text(json);
}
