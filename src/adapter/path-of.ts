import { AdapterError } from './adapter-error.js';

/**
 * A call's path with its parameters filled in and escaped.
 * @throws AdapterError of status 404 for an id that would change the path
 */
export function pathOf(template: string, input: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const id = String(input[name] ?? '');
    if (/^\.{0,2}$/.test(id)) {
      throw new AdapterError({ status: 404, message: `${name.replace(/_id$/, '')} not found` });
    }
    return encodeURIComponent(id);
  });
}
