import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Applied } from '../cluster/contents.js';
import { PostgresProblem, reasonOf } from '../cluster/postgres-problem.js';

/** Notes about the databases of a branch, snapshot or read replica. */
export interface BranchNotes {
  /** The tag of the original data at the root of all copies; its owner roles own the objects. */
  readonly lineage: string;
  readonly data_version: number;
  readonly applied: Applied;
}

export interface NotesStore {
  get(id: string): BranchNotes | undefined;
  set(id: string, notes: BranchNotes): void;
  delete(id: string): void;
  ids(): readonly string[];
  /** The emulator's name on the server; `undefined` before the first start. */
  readonly instance: string | undefined;
  setInstance(instance: string): void;
}

/** Notes of a temporary emulator. */
export function memoryNotes(): NotesStore {
  const notes = new Map<string, BranchNotes>();
  let instance: string | undefined;
  return {
    get: (id) => notes.get(id),
    set: (id, note) => void notes.set(id, note),
    delete: (id) => void notes.delete(id),
    ids: () => [...notes.keys()],
    get instance() {
      return instance;
    },
    setInstance(name) {
      instance = name;
    },
  };
}

const INSTANCE = 'instance';
const SUFFIX = '.json';

/** Notes in a folder, one file each, replaced atomically. @throws PostgresProblem if the folder cannot be used */
export function folderNotes(folder: string): NotesStore {
  const notes = memoryNotes();
  const fileOf = (id: string) => join(folder, `${id}${SUFFIX}`);
  const write = (file: string, text: string) => {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const text = () => readFileSync(join(folder, name), 'utf8');
      if (name === INSTANCE) notes.setInstance(text());
      if (name.endsWith(SUFFIX)) notes.set(name.slice(0, -SUFFIX.length), JSON.parse(text()) as BranchNotes);
    }
  } catch (error) {
    throw new PostgresProblem(`${folder} cannot be used for notes about databases: ${reasonOf(error)}`);
  }
  return {
    ...notes,
    set(id, note) {
      write(fileOf(id), JSON.stringify(note));
      notes.set(id, note);
    },
    delete(id) {
      rmSync(fileOf(id), { force: true });
      notes.delete(id);
    },
    get instance() {
      return notes.instance;
    },
    setInstance(name) {
      write(join(folder, INSTANCE), name);
      notes.setInstance(name);
    },
  };
}
