/** Whether cells name a time zone; filled while they are read. */
export interface ZoneFacts {
  zoned: boolean;
  unzoned: boolean;
  /** The abbreviation of a zone with several meanings. */
  zone?: string;
}

const ZONE =
  /^ ?(?:(Z|UTC|GMT)(?![+-]\d)|(?:UTC|GMT)?([+-])(\d{2}|(?<=[CT][+-])\d):?(\d{2})?(?: UTC)?|([A-Z]{3,4}))?(?: m=\S+)?(?: ?\(.*\)|\[[\w/+-]+\])?$/;
/** Offsets of abbreviations with several meanings. */
export const UNCLEAR_ZONES: Readonly<Record<string, readonly string[]>> = {
  BST: ['+01:00', '+06:00'],
  CST: ['-06:00', '+08:00'],
  IST: ['+05:30', '+02:00', '+01:00'],
  MST: ['-07:00', '+08:00'],
};
/** Hours of abbreviations with one meaning. */
const ZONES: Readonly<Record<string, number>> = {
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  WET: 0,
  WEST: 1,
  EET: 2,
  EEST: 3,
  MSK: 3,
  JST: 9,
  KST: 9,
  SGT: 8,
  HKT: 8,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
  EST: -5,
  EDT: -4,
  CDT: -5,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/** Seconds that the zone behind a clock is ahead of UTC; `undefined` if it is not known. */
export function zoneSeconds(text: string, found: ZoneFacts): number | undefined {
  if (text === '') {
    found.unzoned = true;
    return 0;
  }
  const match = ZONE.exec(text);
  if (match === null) return undefined;
  const [, utc, sign, hours, minutes, name] = match;
  if (utc === undefined && sign === undefined && name === undefined) return undefined;
  if (name !== undefined && UNCLEAR_ZONES[name] !== undefined) {
    found.unzoned = true;
    found.zone ??= name;
    return found.zone === name ? 0 : undefined;
  }
  found.zoned = true;
  if (utc !== undefined) return 0;
  if (name !== undefined) return ZONES[name] === undefined ? undefined : ZONES[name]! * 3600;
  if (Number(hours) > 14 || Number(minutes ?? 0) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes ?? 0) * 60);
}
