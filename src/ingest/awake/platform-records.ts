import { getOrCreate } from '../../kernel/get-or-create.js';
import { maxOf, minOf } from '../../kernel/sums.js';
import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { momentText } from '../../workload/trace/reading/moment-text.js';
import { namingFile, Refusal } from '../../workload/trace/reading/question.js';
import { BilledHistories, type BilledHistory } from '../monitoring/billed-history.js';
import { wholeText } from '../recording/file-text.js';
import { type Fields, jsonDocuments, listAt, objectOf } from '../recording/json.js';

/** A start or a suspension of a compute. */
export interface ComputeMove {
  readonly action: 'start_compute' | 'suspend_compute';
  /** Unix seconds. */
  readonly at: number;
}

/** The starts and suspensions of one compute, in order of time. */
export interface ComputeMoves {
  readonly project: string;
  readonly compute: string;
  readonly moves: readonly ComputeMove[];
}

export interface PlatformRecords {
  readonly computes: readonly ComputeMoves[];
  readonly histories: readonly BilledHistory[];
  /** Stretches of time between pages of operations, in Unix seconds, by project. */
  readonly joins: ReadonlyMap<string, readonly (readonly [from: number, to: number])[]>;
  readonly notes: readonly string[];
  /** Files with operations, and those with consumption. */
  readonly operation_files: readonly string[];
  readonly history_files: readonly string[];
}

/** Sizes of pages that a list is usually asked for in: a page of this length may have a successor. */
const PAGE_LENGTHS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);
/** An operation with another outcome started or suspended no compute. */
const FAILED: ReadonlySet<unknown> = new Set(['failed', 'error', 'cancelling', 'cancelled', 'skipped']);

const EXPECTED =
  'expected pages of GET /projects/{project_id}/operations or of GET /consumption_history, as JSON or one per line';

type Operation = ComputeMove & { readonly id: string; readonly project: string; readonly compute: string };

class Records {
  readonly operations = new Map<string, Operation>();
  readonly pages: (readonly [project: string, from: number, to: number])[] = [];
  readonly histories = new BilledHistories();
  /** Pages that may have a successor, by the time of their oldest operation. */
  readonly full: (readonly [project: string, from: number])[] = [];
  failed = 0;

  /** Takes one answer of the API. @returns its kind */
  take(document: Fields): 'operations' | 'consumption' {
    if (this.histories.take(document)) return 'consumption';
    const { operations, operation, action } = document;
    const single = objectOf(operation) ?? (typeof action === 'string' ? document : undefined);
    if (operations === undefined && single === undefined) throw new Refusal(EXPECTED);
    this.#page(single === undefined ? listAt(document, 'operations') : [single], document);
    return 'operations';
  }

  #page(items: readonly Fields[], { pagination }: Fields): void {
    const read = items.map(operationOf);
    for (const one of read) {
      if (one === 'failed') this.failed += 1;
      else if (one.action !== undefined) this.operations.set(one.id, one as Operation);
    }
    const dated = read.filter((one) => one !== 'failed');
    for (const project of new Set(dated.map((one) => one.project))) {
      const times = dated.filter((one) => one.project === project).map(({ at }) => at);
      const from = minOf(times);
      if (items.length > 1 || pagination !== undefined) this.pages.push([project, from, maxOf(times)]);
      if (objectOf(pagination) !== undefined && PAGE_LENGTHS.has(items.length))
        this.full.push([project, from]);
    }
  }
}

/** An operation; without an action for those that neither start nor suspend a compute. */
function operationOf(fields: Fields): 'failed' | (Omit<Operation, 'action'> & Partial<ComputeMove>) {
  const { id, project_id, endpoint_id, action, status, created_at } = fields;
  const at = isoSeconds(String(created_at));
  if (typeof action !== 'string' || at === undefined)
    throw new Refusal(
      `an operation has action ${JSON.stringify(action)} and created_at ${JSON.stringify(created_at)}; expected a name and a time`,
    );
  const project = String(project_id ?? '');
  const compute = String(endpoint_id ?? '');
  if (action !== 'start_compute' && action !== 'suspend_compute') return { id: '', project, compute, at };
  if (FAILED.has(status)) return 'failed';
  return { id: String(id ?? `${compute} ${action} ${at}`), project, compute, action, at };
}

/**
 * Reads operations and consumption histories: any number of pages, in any order, which may overlap.
 * @throws TraceError for other files, and for pages that contradict one another
 */
export async function platformRecords(files: readonly string[]): Promise<PlatformRecords> {
  const records = new Records();
  const operation_files: string[] = [];
  const history_files: string[] = [];
  for (const file of files) {
    const text = await wholeText(file);
    const kinds = await namingFile(file, 'option', () => {
      if (!/^\s*[[{]/.test(text)) throw new Refusal(EXPECTED);
      return jsonDocuments(text).map((document) => records.take(document));
    });
    if (kinds.includes('operations')) operation_files.push(file);
    if (kinds.includes('consumption')) history_files.push(file);
  }
  return namingFile(files[0]!, 'option', () => ({ ...ordered(records), operation_files, history_files }));
}

function ordered(records: Records): Omit<PlatformRecords, 'operation_files' | 'history_files'> {
  const computes = new Map<string, Operation[]>();
  for (const one of records.operations.values())
    getOrCreate(computes, JSON.stringify([one.project, one.compute]), () => []).push(one);
  const histories = records.histories.select();
  if (computes.size === 0 && histories.length === 0)
    throw new Refusal(`the files have no start_compute, suspend_compute or timeframe; ${EXPECTED}`);
  const notes = [
    ...(records.failed === 0 ? [] : [`${records.failed} failed or cancelled operations are left out`]),
    ...truncated(records),
  ];
  return {
    computes: [...computes.values()].map((own) => {
      const [{ project, compute }] = own as [Operation];
      return { project, compute, moves: own.toSorted(byTime) };
    }),
    histories,
    joins: joinsOf(records.pages),
    notes,
  };
}

/** At one time a compute is suspended before it starts. */
function byTime(one: ComputeMove, other: ComputeMove): number {
  return one.at - other.at || other.action.localeCompare(one.action);
}

/** Notes on the oldest pages that may have a successor. */
function truncated({ pages, full }: Records): readonly string[] {
  return full.flatMap(([project, from]) =>
    pages.some(([own, earlier]) => own === project && earlier < from)
      ? []
      : [
          `the list of operations may continue before ${momentText(from, 0)}: the oldest page is full; add the next page for a longer record`,
        ],
  );
}

/** The times between pages of one project that do not overlap. */
function joinsOf(pages: Records['pages']): PlatformRecords['joins'] {
  const joins = new Map<string, (readonly [number, number])[]>();
  const ends = new Map<string, number>();
  for (const [project, from, to] of pages.toSorted(([, a], [, b]) => a - b)) {
    const end = ends.get(project) ?? Number.POSITIVE_INFINITY;
    if (from > end) getOrCreate(joins, project, () => []).push([end, from]);
    ends.set(project, end === Number.POSITIVE_INFINITY ? to : Math.max(end, to));
  }
  return joins;
}
