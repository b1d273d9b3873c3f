import { z } from 'zod';
import { nearestName, suggestion } from '../../kernel/nearest-name.js';
import { annotated } from './annotated.js';
import { isInterval } from './interval.js';
import { AT_KEY, type SchemaIssueParams, section } from './section.js';
import { isMapping, shown } from './shown.js';

/** One of the ways to write a value. */
export interface Form<Schema extends z.ZodType = z.ZodType> {
  /** The key that selects this form, or the value of the `kind` key that does; `*` for anything but a mapping. */
  readonly name: string;
  readonly schema: Schema;
  /** Recognises mappings of this form instead of the name, for keys that cannot be listed. */
  readonly matches?: (mapping: Readonly<Record<string, unknown>>) => boolean;
}

export type ChoiceOutput<Forms extends readonly Form[]> = z.output<Forms[number]['schema']>;

interface ChoiceOptions {
  readonly id?: string;
  readonly description?: string;
  /** The key whose value, instead of its presence, selects the form. */
  readonly kind?: { readonly key: string; readonly fallback: string };
  /** Describes the problem of a mapping whose first key does not select a form. */
  readonly unknown?: (key: string) => string;
  /** Other common names for a form's key. */
  readonly synonyms?: Readonly<Record<string, string>>;
}

/**
 * A value that takes one of several forms. The form is determined before other checks, so that mistakes are
 * reported for the intended form. `*` matches anything that is not a mapping; the other forms are
 * mappings with the key they are named after.
 * @param expected description of the accepted values, for messages
 */
export function oneOfForms<const Forms extends readonly Form[]>(
  expected: string,
  forms: Forms,
  options: ChoiceOptions = {},
): z.ZodType<ChoiceOutput<Forms>> {
  // A union for the JSON Schema; it reads only the intended form, so that only problems of that form are reported.
  const union = z.union(forms.map((form) => form.schema));
  union._zod.run = (payload, context) => {
    const { value } = payload;
    const picked = pickForm(value, forms, options.kind);
    const other = otherKind(value, forms, options.kind);
    if (other !== undefined) {
      payload.issues.push({ code: 'custom', input: value, inst: union, ...other });
      return payload;
    }
    if (typeof picked === 'number') return forms[picked]!.schema._zod.run(payload, context);
    const problem =
      picked.unknown !== undefined && options.unknown !== undefined
        ? { message: options.unknown(picked.unknown), path: [picked.unknown], params: AT_KEY }
        : formProblem(value, forms, expected, options, picked);
    payload.issues.push({ code: 'custom', input: value, inst: union, ...problem });
    return payload;
  };
  // Metadata would be lost with a copy of the union, which reads as unions do.
  const checked = z.preprocess((value) => value, union);
  const described = annotated(checked, {
    id: options.id,
    description: options.description ?? `Expected: ${expected}.`,
  });
  return described as unknown as z.ZodType<ChoiceOutput<Forms>>;
}

/** `{ name: inner }`, read as a value derived from the inner one: by default the inner value itself. */
export function keyed<Inner extends z.ZodType>(name: string, inner: Inner): Form<z.ZodType<z.output<Inner>>>;
export function keyed<Inner extends z.ZodType, Value>(
  name: string,
  inner: Inner,
  make: (value: z.output<Inner>) => Value,
): Form<z.ZodType<Value>>;
export function keyed(
  name: string,
  inner: z.ZodType,
  make: (value: unknown) => unknown = (value) => value,
): Form {
  return {
    name,
    schema: section({ [name]: inner }).transform((value) => make(value[name])),
  };
}

/** Index of the form that a value is written in; if no form matches, the key to report, if any. */
function pickForm(
  value: unknown,
  forms: readonly Form[],
  kind: ChoiceOptions['kind'],
): number | { readonly unknown: string | undefined } {
  // An interval represents the value within it.
  if (!isMapping(value) || isInterval(value)) {
    const scalar = forms.findIndex((form) => form.name === '*');
    return scalar >= 0 ? scalar : { unknown: undefined };
  }
  if (kind !== undefined) {
    const named = Object.hasOwn(value, kind.key) ? value[kind.key] : kind.fallback;
    const index = forms.findIndex((form) => form.name === named);
    return index >= 0 ? index : { unknown: String(named) };
  }
  const index = forms.findIndex((form) => form.matches?.(value) ?? Object.hasOwn(value, form.name));
  if (index >= 0) return index;
  const keys = Object.keys(value);
  const near = keys.find((key) => nearestName(key, formNames(forms)) !== undefined);
  const known = new Set(forms.flatMap(({ schema }) => keysOf(schema)));
  return { unknown: near ?? keys.find((key) => !known.has(key)) };
}

/** The problem of a mapping that names no kind but has a key that only kinds other than the fallback accept. */
function otherKind(value: unknown, forms: readonly Form[], kind: ChoiceOptions['kind']) {
  if (kind === undefined || !isMapping(value) || Object.hasOwn(value, kind.key)) return undefined;
  const owners = Object.keys(value).map((key) => ({
    key,
    names: forms.filter(({ schema }) => keysOf(schema).includes(key)).map(({ name }) => name),
  }));
  const other = owners.find(({ names }) => !names.includes(kind.fallback));
  if (other === undefined || owners.some(({ names }) => names.length === 0)) return undefined;
  return {
    message: `needs ${kind.key}: ${other.names.join(` or ${kind.key}: `)} next to it`,
    path: [other.key],
    params: AT_KEY,
  };
}

function keysOf(schema: z.core.$ZodType): readonly string[] {
  const { def } = schema._zod as { readonly def: { readonly in?: z.core.$ZodType; readonly shape?: object } };
  if (def.in !== undefined) return keysOf(def.in);
  return Object.keys(def.shape ?? {});
}

function formProblem(
  value: unknown,
  forms: readonly Form[],
  expected: string,
  { kind, synonyms = {} }: ChoiceOptions,
  { unknown }: { readonly unknown: string | undefined },
): { message: string; path: (string | number)[]; params?: SchemaIssueParams & Record<string, unknown> } {
  const names = formNames(forms);
  if (unknown === undefined) return { message: `expected ${expected}, got ${shown(value)}`, path: [] };
  if (kind !== undefined) {
    return { message: `there is no ${kind.key} "${unknown}"${suggestion(unknown, names)}`, path: [kind.key] };
  }
  const meant = Object.hasOwn(synonyms, unknown) ? synonyms[unknown] : nearestName(unknown, names);
  if (meant !== undefined) {
    return { message: 'unknown key', path: [unknown], params: { valid_keys: names, meant } };
  }
  const keys = names.length === 1 ? `the key ${names[0]}` : `one of the keys ${names.join(', ')}`;
  return { message: `expected ${expected}; a mapping needs ${keys}, not "${unknown}"`, path: [] };
}

function formNames(forms: readonly Form[]): readonly string[] {
  const named = forms.filter((form) => form.name !== '*' && form.matches === undefined);
  return named.map((form) => form.name);
}
