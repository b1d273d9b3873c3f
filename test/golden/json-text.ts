import { digits } from './shortened.js';

/** Every path of a JSON document with its first value: `computes[].cost_usd: 4.45 (and 2 more)`. */
export function jsonText(json: string): string {
  const values = new Map<string, unknown[]>();
  collect('', JSON.parse(json), values);
  return [...values]
    .map(([path, [first, ...others]]) => {
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
      return `${path}: ${valueText(first)}${more}\n`;
    })
    .join('');
}

function collect(path: string, value: unknown, values: Map<string, unknown[]>): void {
  if (Array.isArray(value) && value.length > 0) {
    for (const each of value) collect(`${path}[]`, each, values);
  } else if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    for (const [key, each] of Object.entries(value))
      collect(path === '' ? key : `${path}.${key}`, each, values);
  } else {
    values.set(path, [...(values.get(path) ?? []), value]);
  }
}

function valueText(value: unknown): string {
  return typeof value === 'number' ? digits(value) : JSON.stringify(value);
}
