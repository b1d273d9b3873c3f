import type { z } from 'zod';
import { suggestion } from '../../kernel/nearest-name.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { scenarioJsonSchema } from '../../scenario/load-scenario.js';
import type { ToolAnswer } from '../tool.js';
import type { SCHEMA_INPUT } from '../tool-inputs.js';

/** The keywords of JSON Schema that are followed. */
interface JsonSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  /** A reference to a definition, `#/definitions/NAME`. */
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Maximum number of alternative schemas of a value that are returned. */
const MAX_FORMS = 20;

/** The scenario schema at a path, from the schema that `neap schema` prints. */
export async function answerSchema({ path = '' }: z.infer<typeof SCHEMA_INPUT>): Promise<ToolAnswer> {
  const steps = path.split('.').filter((step) => step !== '');
  const root = scenarioJsonSchema() as JsonSchema &
    Readonly<Record<'definitions', Record<string, JsonSchema>>>;
  // The alternative schemas of a value. A list has those of its items, because a path has keys and no indexes.
  const formsOf = (schema: JsonSchema): readonly JsonSchema[] => {
    const { anyOf = [], allOf = [], items, $ref } = schema;
    const named = $ref === undefined ? undefined : root.definitions[$ref.slice('#/definitions/'.length)];
    const parts = [...anyOf, ...allOf, ...[items, named].filter((part) => part !== undefined)];
    return [schema, ...parts.flatMap(formsOf)];
  };
  let forms = formsOf(root);
  for (const [index, step] of steps.entries()) {
    const next = forms.flatMap(({ properties }) =>
      properties !== undefined && Object.hasOwn(properties, step) ? formsOf(properties[step]!) : [],
    );
    if (next.length === 0) {
      const keys = keysOf(forms, formsOf).map(({ key }) => key);
      const place = index === 0 ? 'a scenario' : steps.slice(0, index).join('.');
      throw refusal(
        'path',
        `${place} has no key "${step.slice(0, 100)}"${suggestion(step, keys)}; its keys are ${keys.join(', ') || 'none'}`,
      );
    }
    forms = next;
  }
  const keys = keysOf(forms, formsOf);
  const lines = keys.map(({ key, description }) => `- ${key}: ${description}`);
  const text = [
    steps.length === 0 ? 'Keys of a scenario:' : `${steps.join('.')}:`,
    ...forms.flatMap(({ description }) =>
      description === undefined || steps.length === 0 ? [] : [description],
    ),
    ...lines,
  ].join('\n');
  // The complete schema is too long: without a path, only keys are returned.
  const schemas = steps.length === 0 ? [] : forms.slice(0, MAX_FORMS);
  return { text, value: { path: steps.join('.'), keys, schemas }, spare: ['schemas'] };
}

function keysOf(
  forms: readonly JsonSchema[],
  formsOf: (schema: JsonSchema) => readonly JsonSchema[],
): readonly { readonly key: string; readonly description: string }[] {
  const keys = new Map<string, string>();
  for (const { properties = {} } of forms) {
    for (const [key, schema] of Object.entries(properties)) {
      const described = formsOf(schema).find(({ description }) => description !== undefined);
      if (!keys.has(key)) keys.set(key, described?.description ?? '');
    }
  }
  return [...keys].map(([key, description]) => ({ key, description }));
}
