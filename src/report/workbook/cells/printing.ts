import type { Worksheet } from 'wasm-xlsxwriter';

const A4 = 9;
/** The longest header of a page that the format allows, with room for its codes. */
const MAX_HEADER = 200;

/** What a workbook is about. */
export interface BookTitle {
  /** What it is of: the scenario's name. */
  readonly title: string;
  /** What kind of workbook it is, such as `Plan`. */
  readonly subject: string;
}

/** Sets a sheet up for paper: landscape A4, one page wide, with what it is of above and page numbers below. */
export function setUpPrinting(sheet: Worksheet, { subject, title }: BookTitle): void {
  const what = `${subject}: ${title}`.slice(0, MAX_HEADER).replaceAll('&', '&&');
  sheet
    .setLandscape()
    .setPaperSize(A4)
    .setPrintFitToPages(1, 0)
    .setHeader(`&L${what}&R&A`)
    .setFooter('&Lneap, from a simulated run&RPage &P of &N');
}
