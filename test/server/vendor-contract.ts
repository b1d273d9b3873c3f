import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Answer } from './emulator-under-test.js';

type Json = Record<string, unknown>;

const FILE = createRequire(import.meta.url).resolve('@neondatabase/api-client/public-v2-for-users.gen.yaml');

/** An operation of the vendor's description: its path, and its responses. */
interface VendorOperation {
  readonly operation_id: string;
  readonly pattern: RegExp;
  readonly fixed_parts: number;
  readonly method: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Checks answers against the vendor's published API description. */
export class VendorContract {
  readonly #ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  readonly #operations: readonly VendorOperation[];
  readonly #document: Json;
  readonly #validators = new Map<string, ValidateFunction>();
  /** Operations and statuses that were checked. */
  readonly seen = new Set<string>();

  constructor() {
    addFormats.default(this.#ajv);
    for (const format of ['int', 'int32', 'int64', 'uint64', 'double']) this.#ajv.addFormat(format, true);
    this.#document = jsonSchemaOf(parse(readFileSync(FILE, 'utf8'))) as Json;
    this.#ajv.addSchema({ $id: 'vendor', components: this.#document['components'] });
    this.#operations = operationsOf(this.#document['paths'] as Record<string, Json>);
  }

  /** @throws Error with the problem of an answer */
  check(method: string, path: string, { status, body }: Answer): void {
    const operation = this.#find(method, path.split('?')[0]!);
    if (operation === undefined) return;
    const { operation_id, responses } = operation;
    this.seen.add(`${operation_id} ${status < 300 ? status : 'error'}`);
    const name = status < 300 ? String(status) : 'default';
    const response = this.#resolved(responses[name]);
    // The description mentions the 204 of a delete in its text, but not always as a response.
    if (status === 204) {
      if (body !== '') throw new Error(`${operation_id}: 204 with a body`);
      return;
    }
    if (response === undefined) throw new Error(`${operation_id}: the vendor has no status ${status}`);
    // Some responses have no description of their content.
    if (response['content'] === undefined) return;
    const validate = this.#validator(`${operation_id} ${name}`, response);
    if (validate(body)) return;
    throw new Error(
      `${operation_id} ${status}: ${this.#ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 1)}`,
    );
  }

  /** The vendor's name of the call at a path. */
  operationAt(method: string, path: string): string | undefined {
    return this.#find(method, path)?.operation_id;
  }

  /** The success statuses of the call at a path. */
  successesAt(method: string, path: string): readonly string[] {
    const { responses = {} } = this.#find(method, path) ?? {};
    return Object.keys(responses).filter((status) => status.startsWith('2'));
  }

  #find(method: string, path: string): VendorOperation | undefined {
    // Those with fewer parameters come first.
    return this.#operations.find((operation) => operation.method === method && operation.pattern.test(path));
  }

  #resolved(response: unknown): Json | undefined {
    const reference = (response as { $ref?: string } | undefined)?.$ref;
    if (reference === undefined) return response as Json | undefined;
    return reference
      .replace('vendor#/', '')
      .split('/')
      .reduce<unknown>((value, key) => (value as Json)[key], this.#document) as Json;
  }

  #validator(name: string, response: Json): ValidateFunction {
    const known = this.#validators.get(name);
    if (known !== undefined) return known;
    const content = response['content'] as { 'application/json': { schema: Json } };
    const made = this.#ajv.compile(content['application/json'].schema);
    this.#validators.set(name, made);
    return made;
  }
}

function operationsOf(paths: Readonly<Record<string, Json>>): readonly VendorOperation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = methods[method] as
        | { operationId: string; responses: Record<string, unknown> }
        | undefined;
      if (operation === undefined) return [];
      return [
        {
          operation_id: operation.operationId,
          pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
          fixed_parts: path.split('/').filter((part) => !part.startsWith('{')).length,
          method: method.toUpperCase(),
          responses: operation.responses,
        },
      ];
    }),
  );
  return operations.sort((first, second) => second.fixed_parts - first.fixed_parts);
}

/** OpenAPI 3.0 as JSON Schema: `nullable` as a type, references without siblings, within one document. */
function jsonSchemaOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonSchemaOf);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, example: _, examples: __, ...rest } = value as Json;
  if (typeof rest['$ref'] === 'string') return { $ref: `vendor${rest['$ref']}` };
  const schema = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, jsonSchemaOf(each)]));
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
