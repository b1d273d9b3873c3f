import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { INITDB_ARGUMENTS } from './initialize.js';
import { CLOSING_STATEMENTS, HBA } from './server-access.js';
import type { ServerUser } from './server-user.js';

const PASSWORD = 'admin-password';
const COUNT = 'file-count';
const CLOSED_TO_OTHERS = 0o700;

/**
 * Empty data that all emulators of a user on a machine copy, so that `initdb` runs once and not in each test. It is in
 * the temporary folder, closed to other users, and is used only while it is complete.
 */
export class SharedTemplate {
  readonly path: string;
  readonly #uid: number | undefined;

  /** @param parent the temporary folder */
  constructor(parent: string, binaries: Binaries, user: ServerUser | undefined) {
    this.#uid = user?.uid ?? process.getuid?.();
    const made_from = [
      binaries.folder,
      binaries.version,
      hostname(),
      HBA,
      INITDB_ARGUMENTS,
      CLOSING_STATEMENTS,
    ];
    const key = createHash('sha256').update(JSON.stringify(made_from)).digest('hex').slice(0, 16);
    this.path = join(parent, `neap-template-${this.#uid}-${key}`);
  }

  /** The superuser's password; `undefined` if the template is missing, incomplete or accessible to other users. */
  get admin_password(): string | undefined {
    try {
      const { uid, mode } = lstatSync(this.path);
      if (uid !== this.#uid || (mode & 0o777) !== CLOSED_TO_OTHERS) return undefined;
      if (Number(readFileSync(join(this.path, COUNT), 'utf8')) !== countFiles(this.path)) return undefined;
      return readFileSync(join(this.path, PASSWORD), 'utf8');
    } catch {
      return undefined;
    }
  }

  /** Moves a folder with new data here. @returns false if it fails, such as when another emulator was faster */
  async publish(folder: string, admin_password: string): Promise<boolean> {
    if (this.#uid === undefined) return false;
    try {
      await writeFile(join(folder, PASSWORD), admin_password, { mode: 0o600 });
      await writeFile(join(folder, COUNT), String(countFiles(folder)), { mode: 0o600 });
      if (this.admin_password === undefined) await rm(this.path, { recursive: true, force: true });
      await rename(folder, this.path);
      return true;
    } catch {
      return false;
    }
  }
}

function countFiles(folder: string): number {
  return readdirSync(join(folder, 'data'), { recursive: true }).length;
}
