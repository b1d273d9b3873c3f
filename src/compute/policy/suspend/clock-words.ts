const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** A Unix time as a reason states it: `Mon 08:55 UTC`, rounded down to the minute. */
export function clockWords(epoch_seconds: number): string {
  const minutes = Math.floor(epoch_seconds / 60);
  const days = Math.floor(minutes / 1440);
  // The first day of Unix time was a Thursday.
  const weekday = WEEKDAYS[(((days + 4) % 7) + 7) % 7]!;
  const minute = minutes - days * 1440;
  return `${weekday} ${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)} UTC`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
