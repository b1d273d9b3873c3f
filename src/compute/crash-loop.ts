/** A server that has run for longer than this when it is killed again has served for a while: no crash loop. */
export const CRASH_LOOP_SECONDS = 10;
