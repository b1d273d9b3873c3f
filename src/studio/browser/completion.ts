import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
}

/** Completes keys and words of a scenario from its JSON Schema. */
export function schemaCompletion(root: JsonSchema) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const line = state.doc.lineAt(pos);
    const before = line.text.slice(0, pos - line.from);
    const value = /^(\s*(?:- )*)([\w-]+):\s+([\w-]*)$/.exec(before);
    const key = /^(\s*(?:- )*)([\w-]*)$/.exec(before);
    const [, indent = '', name = '', typed = ''] = value ?? [];
    if (value !== null) {
      const path = [...pathAt(state.doc.toString(), pos, indent.length), name];
      return result(pos - typed.length, words(schemasAt(root, path, root)));
    }
    if (key === null || (!explicit && key[2] === '')) return null;
    const found = schemasAt(root, pathAt(state.doc.toString(), pos, key[1]!.length), root);
    return result(pos - key[2]!.length, keys(found));
  };
}

function result(from: number, options: readonly Completion[]): CompletionResult | null {
  return options.length === 0 ? null : { from, options, validFor: /^[\w-]*$/ };
}

/** The keys that lead to a position in block style, by the indentation of the lines above; list items are `[]`. */
function pathAt(text: string, pos: number, column: number): readonly string[] {
  const lines = text.slice(0, pos).split('\n');
  const path: string[] = [];
  let within = column;
  const current = lines.pop()!;
  if (/^\s*- /.test(current)) {
    path.unshift('[]');
    within = current.search(/- /);
  }
  for (const line of lines.reverse()) {
    const found = /^(\s*)((?:- )*)([\w-]+):\s*(?:#.*)?(.*)$/.exec(line);
    if (found === null) continue;
    const [, spaces = '', dashes = '', name = '', rest = ''] = found;
    const at = spaces.length + dashes.length;
    if (at < within && rest === '') {
      path.unshift(name);
      within = at;
    } else if (path[0] === '[]' && at === within && dashes === '' && rest === '') {
      path.unshift(name);
      within = at;
    }
    if (dashes !== '' && at <= within && at > 0) {
      path.unshift('[]');
      within = spaces.length;
    }
    if (within === 0) break;
  }
  return path;
}

/** All schemas that apply at a path. */
function schemasAt(schema: JsonSchema, path: readonly string[], root: JsonSchema): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (found, step) =>
      found.flatMap((each) =>
        step === '[]'
          ? typeof each.items === 'object'
            ? spread(each.items, root)
            : []
          : [
              each.properties?.[step],
              each.properties?.[step] === undefined ? each.additionalProperties : undefined,
            ]
              .filter((next) => typeof next === 'object')
              .flatMap((next) => spread(next, root)),
      ),
    spread(schema, root),
  );
}

function spread(schema: JsonSchema, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  if (depth > 8) return [];
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
  const referred = $ref === undefined ? undefined : root.$defs?.[$ref.replace('#/$defs/', '')];
  const inner = [...(referred === undefined ? [] : [referred]), ...anyOf, ...oneOf, ...allOf];
  return [schema, ...inner.flatMap((each) => spread(each, root, depth + 1))];
}

function keys(schemas: readonly JsonSchema[]): readonly Completion[] {
  const found = new Map<string, Completion>();
  for (const { properties = {} } of schemas) {
    for (const [label, { description }] of Object.entries(properties)) {
      if (found.has(label)) continue;
      found.set(label, {
        label,
        apply: `${label}: `,
        type: 'property',
        ...(description && { info: description }),
      });
    }
  }
  return [...found.values()];
}

function words(schemas: readonly JsonSchema[]): readonly Completion[] {
  const found = schemas.flatMap((each) => [
    ...(each.enum ?? []),
    ...(each.const === undefined ? [] : [each.const]),
  ]);
  return [...new Set(found.map(String))].map((label) => ({ label, type: 'constant' }));
}
