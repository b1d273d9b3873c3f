import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import { jsonObject, objectOf } from '../recording/json.js';
import type { Source } from '../recording/source.js';
import { webRequest } from './web-request.js';

/** Requests that a browser or a proxy has recorded: http://www.softwareishard.com/blog/har-12-spec/. */
export const har: Source = {
  name: 'access-log',
  form: 'an HTTP archive (HAR)',
  unit: 'request',
  recognise: ({ text }) => /^\s*\{\s*"log"\s*:\s*\{/.test(text),
  document: (text, to) => {
    const entries = objectOf(jsonObject(text)?.['log'])?.['entries'];
    if (!Array.isArray(entries)) throw new Refusal('the archive has no entries');
    for (const entry of entries.map(objectOf)) {
      const at = isoSeconds(String(entry?.['startedDateTime']));
      if (at === undefined) throw new Refusal('an entry of the archive has no startedDateTime');
      const status = Number(objectOf(entry?.['response'])?.['status'] ?? 0);
      webRequest(to, { at, status, target: String(objectOf(entry?.['request'])?.['url']) });
    }
  },
};
