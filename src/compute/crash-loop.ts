/** A server that is killed again after running longer than this is not in a crash loop. */
export const CRASH_LOOP_SECONDS = 10;
