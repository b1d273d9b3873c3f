import type pg from 'pg';

/** The database driver, as far as sending a load needs it. */
export type Driver = Pick<typeof pg, 'Client' | 'Pool'>;

/** The driver, loaded when a load is sent and not before. */
export async function loadDriver(): Promise<Driver> {
  return (await import('pg')).default;
}
