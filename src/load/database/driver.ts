import type pg from 'pg';
import { LoadRefused } from './load-error.js';

/** The database driver, as far as sending a load needs it. */
export type Driver = Pick<typeof pg, 'Client' | 'Pool'>;

/**
 * The driver, which is an optional dependency.
 * @throws LoadRefused where it is not installed
 */
export async function loadDriver(): Promise<Driver> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new LoadRefused('sending a load needs the package pg; install it beside neap: npm install pg');
  }
}
