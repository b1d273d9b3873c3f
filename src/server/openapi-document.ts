import { z } from 'zod';
import { CALLS } from '../api/contract.js';
import type { Call } from '../platform/resource/call.js';
import { CONTROL_ROUTES } from './control/control-routes.js';

type Json = Readonly<Record<string, unknown>>;

const ERROR = z
  .object({ message: z.string(), code: z.string(), request_id: z.string().optional() })
  .meta({ id: 'GeneralError' });

/** The OpenAPI 3.1 description of all routes. */
export function openApiDocument(): Json {
  const components: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of CALLS) {
    methodsAt(paths, `/api/v2${call.path}`)[call.method.toLowerCase()] = operation(call, components);
  }
  for (const { method, path, summary, params, query, body } of CONTROL_ROUTES) {
    methodsAt(paths, `/_neap${path}`)[method.toLowerCase()] = {
      summary,
      tags: ['Emulator'],
      security: [],
      parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
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
  paths[path] ??= {};
  return paths[path];
}

function operation(call: Call, components: Record<string, unknown>): Json {
  const deletes = call.absent === undefined ? {} : { 204: { description: 'There was nothing to delete' } };
  return {
    operationId: call.operation_id,
    summary: call.summary,
    tags: [call.tag],
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...requestBody(call.body, call.body_optional, components),
    responses: {
      [call.status]: {
        description: 'Done',
        ...(call.status === 204
          ? {}
          : { content: { 'application/json': { schema: schemaOf(call.answer, components, 'output') } } }),
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
