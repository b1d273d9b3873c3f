import { suggestion } from '../../kernel/nearest-name.js';
import { TimeZone } from '../../workload/rate/time-zone.js';
import { shown } from '../form/choice.js';
import { readBy } from '../form/read-by.js';

/** A time zone by its IANA name. */
export function timeZone(description: string) {
  return readBy(
    (value) => (typeof value === 'string' && isTimeZone(value) ? value : undefined),
    (value) => {
      const nearest = typeof value === 'string' ? suggestion(value, zoneNames()) : '';
      return `expected the IANA name of a time zone such as Europe/Berlin or UTC, got ${shown(value)}${nearest}`;
    },
  ).meta({ type: 'string', description, examples: ['Europe/Berlin', 'America/New_York'] });
}

/** Intl lists only the names that others are aliases of, without the abbreviations. */
function zoneNames(): readonly string[] {
  return [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', 'CET', 'EET', 'MET', 'WET'];
}

/** Offsets such as +01:00, which only some versions of Node take, know no daylight saving and are none. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new TimeZone(name);
    return true;
  } catch {
    return false;
  }
}
