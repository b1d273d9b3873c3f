import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate';

/** A cell of a workbook as stored in the file. */
export interface OpenedCell {
  readonly value: string | number;
  /** Without the leading `=`. */
  readonly formula: string | undefined;
}

/** A workbook read back: sheets by name, cells by address, such as `B5`. */
export class OpenedWorkbook {
  readonly #archive: Unzipped;
  readonly #files = new Map<string, string>();
  readonly #shared: readonly string[];

  constructor(bytes: Uint8Array) {
    this.#archive = unzipSync(bytes);
    const relations = new Map(
      [...this.part('xl/_rels/workbook.xml.rels').matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
        attribute(tag, 'Id'),
        attribute(tag, 'Target').replace(/^\/?(xl\/)?/, 'xl/'),
      ]),
    );
    const book = this.part('xl/workbook.xml');
    for (const [tag] of book.matchAll(/<sheet [^>]*>/g)) {
      this.#files.set(decoded(attribute(tag, 'name')), relations.get(attribute(tag, 'r:id'))!);
    }
    const shared = this.parts.includes('xl/sharedStrings.xml') ? this.part('xl/sharedStrings.xml') : '';
    this.#shared = [...shared.matchAll(/<si>(.*?)<\/si>|<si\/>/gs)].map(([, item = '']) => textOf(item));
  }

  get sheets(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** The content of a part of the file, for parts without a dedicated method. */
  part(name: string): string {
    return strFromU8(this.#archive[name]!);
  }

  get parts(): readonly string[] {
    return Object.keys(this.#archive);
  }

  /** Every non-empty cell of a sheet. */
  cells(sheet: string): ReadonlyMap<string, OpenedCell> {
    const xml = this.part(this.#fileOf(sheet));
    const cells = new Map<string, OpenedCell>();
    for (const [, attributes = '', body = ''] of xml.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const raw = /<v>(.*?)<\/v>/s.exec(body)?.[1];
      const inline = /<is>(.*?)<\/is>/s.exec(body)?.[1];
      if (raw === undefined && inline === undefined) continue;
      const formula = /<f[^>]*>(.*?)<\/f>/s.exec(body)?.[1];
      const type = / t="(\w+)"/.exec(` ${attributes}`)?.[1] ?? 'n';
      const value = inline === undefined ? this.#valueOf(type, raw!) : textOf(inline);
      const at = attribute(`<c ${attributes}>`, 'r');
      cells.set(at, { value, formula: formula === undefined ? undefined : decoded(formula) });
    }
    return cells;
  }

  /** The rows of a table as objects by header, from the header row to the first row with an empty first cell. */
  table(sheet: string, headerRow: number): readonly Readonly<Record<string, OpenedCell>>[] {
    const cells = this.cells(sheet);
    const headers: [column: string, header: string][] = [];
    for (const [at, { value }] of cells) {
      const [, column = '', row] = /^([A-Z]+)(\d+)$/.exec(at)!;
      if (Number(row) === headerRow) headers.push([column, String(value)]);
    }
    const rows: Record<string, OpenedCell>[] = [];
    for (let row = headerRow + 1; cells.has(`A${row}`); row++) {
      const found = headers.flatMap(([column, header]) => {
        const cell = cells.get(`${column}${row}`);
        return cell === undefined ? [] : [[header, cell] as const];
      });
      rows.push(Object.fromEntries(found));
    }
    return rows;
  }

  /** The workbook with the content of one cell, including a formula, replaced by a value; other cells do not change. */
  with(sheet: string, at: string, value: number | string): Uint8Array {
    const file = this.#fileOf(sheet);
    const content = typeof value === 'number' ? `<v>${value}</v>` : `<is><t>${value}</t></is>`;
    const type = typeof value === 'number' ? '' : ' t="inlineStr"';
    const xml = this.part(file);
    const cell = new RegExp(`<c r="${at}"( s="\\d+")?[^>/]*(?:/>|>.*?</c>)`, 's');
    if (!cell.test(xml)) throw new Error(`${sheet} has no cell ${at}`);
    const changed = strToU8(xml.replace(cell, `<c r="${at}"$1${type}>${content}</c>`));
    return zipSync({ ...this.#archive, [file]: changed });
  }

  /** The workbook with one cell emptied. */
  without(sheet: string, at: string): Uint8Array {
    const file = this.#fileOf(sheet);
    const cell = new RegExp(`<c r="${at}"( s="\\d+")?[^>/]*(?:/>|>.*?</c>)`, 's');
    return zipSync({ ...this.#archive, [file]: strToU8(this.part(file).replace(cell, `<c r="${at}"$1/>`)) });
  }

  #fileOf(sheet: string): string {
    const file = this.#files.get(sheet);
    if (file === undefined) throw new Error(`there is no sheet ${sheet}`);
    return file;
  }

  #valueOf(type: string, raw: string): string | number {
    if (type === 's') return this.#shared[Number(raw)]!;
    return type === 'n' ? Number(raw) : decoded(raw);
  }
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function textOf(xml: string): string {
  return [...xml.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => decoded(text)).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text
    .replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
      hex !== undefined || decimal !== undefined
        ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : (ENTITIES[name] ?? whole),
    )
    .replaceAll('\r\n', '\n');
}
