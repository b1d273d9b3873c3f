export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const WEEK_SECONDS = 7 * DAY_SECONDS;
export const HOUR_MS = 1000 * HOUR_SECONDS;
export const DAY_MS = 1000 * DAY_SECONDS;
export const MIB = 1024 * 1024;
export const GIB = 1024 * MIB;
