import { isoSeconds, timestampSeconds } from '../../workload/trace/cells/moments.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import { localTimes } from '../../workload/trace/table/zones.js';
import { unixSeconds } from '../recording/envelope.js';
import type { Recording } from '../recording/recording.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `05/Jan/2026:10:00:00 +0000`, with or without fraction and zone; Django has a blank before the hour. */
export const CLF_MOMENT = String.raw`\d{2}\/[A-Z][a-z]{2}\/\d{4}[: ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?: [+-]\d{4})?`;

let day_text = '';
let day_seconds = 0;

/** Unix seconds of a moment that matches CLF_MOMENT. */
export function clfSeconds(text: string, to: Recording): number {
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
  if (!text.startsWith(day_text) || day_text === '') {
    day_text = text.slice(0, 11);
    day_seconds = Date.UTC(Number(text.slice(7, 11)), MONTHS.indexOf(text.slice(3, 6)), two(0)) / 1000;
  }
  let seconds = day_seconds + two(12) * 3600 + two(15) * 60 + two(18);
  let zone_at = 20;
  if (text.charCodeAt(20) === 46) {
    const space = text.indexOf(' ', 20);
    seconds += Number(`0${text.slice(20, space < 0 ? undefined : space)}`);
    zone_at = space < 0 ? text.length : space;
  }
  if (text.length <= zone_at) return unzoned(seconds, to);
  const sign = text.charCodeAt(zone_at + 1) === 45 ? -1 : 1;
  return seconds - sign * (two(zone_at + 2) * 60 + two(zone_at + 4)) * 60;
}

/** Unix seconds of a moment that names no zone. */
export function unzoned(seconds: number, to: Recording): number {
  const { zone } = to.options;
  if (zone === undefined) {
    to.note('the times name no time zone; they are read as UTC (another one: --zone)');
    return seconds;
  }
  const times = localTimes(zone);
  if (times === undefined)
    throw new Refusal(`zone: "${zone}" is not known; expected UTC, +02:00 or a region such as Europe/Berlin`);
  const [earlier, later] = times(seconds);
  if (earlier !== later && Number.isNaN(to.latest))
    throw new Refusal(
      'the log begins in the hour that clocks repeat',
      'name the offset of its first line, as in --zone +02:00',
    );
  to.latest = Math.abs(later - to.latest) < Math.abs(earlier - to.latest) ? later : earlier;
  return to.latest;
}

/** Unix seconds of a timestamp in ISO order, with a zone or without; `undefined` for other text. */
export function logSeconds(text: string, to: Recording): number | undefined {
  const zoned = timestampSeconds(text);
  if (zoned !== undefined) return zoned;
  const local = isoSeconds(text.replace(/ [A-Z]{2,5}$/, ''));
  if (local === undefined) return undefined;
  const name = / ([A-Z]{2,5})$/.exec(text)?.[1];
  if (name !== undefined && to.options.zone === undefined)
    throw new Refusal(
      `the zone ${name} has several meanings`,
      'name its region or offset, as in --zone America/Chicago',
    );
  return unzoned(local, to);
}

const CLF = new RegExp(`^\\[?(${CLF_MOMENT})\\]?$`);

/** Unix seconds of a number in any unit, of a timestamp, or of a moment in brackets; `undefined` for anything else. */
export function momentOf(value: unknown, to: Recording): number | undefined {
  const number = Number(value || Number.NaN);
  if (Number.isFinite(number)) return unixSeconds(number);
  const text = String(value);
  const clf = CLF.exec(text)?.[1];
  return clf === undefined ? logSeconds(text, to) : clfSeconds(clf, to);
}

/** Whether `momentOf` reads a value. */
export function isMoment(value: unknown): boolean {
  const text = String(value ?? '').replace(/ [A-Z]{2,5}$/, '');
  return Number(text) > 0 || CLF.test(text) || isoSeconds(text) !== undefined;
}

/** `Jan  5 10:00:00`, without a year; Render writes `Jan 5 10:00:00 AM`. */
export const SYSLOG_MOMENT = String.raw`(?:${MONTHS.join('|')}) (?: \d|\d{1,2}) \d{2}:\d{2}:\d{2}(?: [AP]M)?`;

/** Unix seconds of a moment that matches SYSLOG_MOMENT, in the latest year that is not after the file's. */
export function syslogSeconds(text: string, to: Recording): number {
  const [month = '', day, clock = '', half] = text.split(/ +/);
  const [hour = 0, minute, second] = clock.split(':').map(Number);
  const hour_of_day = half === undefined ? hour : (hour % 12) + (half === 'PM' ? 12 : 0);
  const at = (year: number) =>
    Date.UTC(year, MONTHS.indexOf(month), Number(day), hour_of_day, minute, second) / 1000;
  const year = new Date(to.written_seconds * 1000).getUTCFullYear();
  to.note('the times name no year; it is taken from the date of the file');
  const seconds = at(year);
  return unzoned(seconds > to.written_seconds + 86_400 ? at(year - 1) : seconds, to);
}
