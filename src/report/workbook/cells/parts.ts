import { strFromU8, strToU8, type Unzipped } from 'fflate';
import { cellName } from './cell.js';
import type { Sheet } from './sheet.js';
import { isMoney, moneyFormat } from './style.js';
import type { Look } from './table.js';
import { EMPTY } from './worksheet.js';

const LOOKS: readonly Look[] = ['bad', 'good', 'doubtful'];
/** Text and background: red, green and amber, dark on light, so that they also differ without colour. */
const COLOURS: Readonly<Record<Look, readonly [text: string, ground: string]>> = {
  bad: ['9C0006', 'FFC7CE'],
  good: ['006100', 'E2F0D9'],
  doubtful: ['7F4F00', 'FFEB9C'],
};

/** Signs of currencies, by what the reader's input says; any other has none. */
const SIGNS: readonly (readonly [currency: string, sign: string])[] = [
  ['EUR', '"€"'],
  ['GBP', '"£"'],
  ['', ''],
];
const GREY = 'FFA6A6A6';
/** Filters and the widths of columns stay free. */
const PROTECTION =
  '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0" sort="0" autoFilter="0"/>';

/**
 * Adds to the parts of a workbook what the library has no call for: lists to choose from (ECMA-376 Part 1, 18.3.1.33),
 * looks that depend on a formula (18.3.1.18), the sign of the currency, protection without a password and the colour of
 * tabs.
 * @param sheets in the order of their addition
 * @param currency the name of the cell with the currency; `undefined`: amounts are in dollars
 */
export function addExtras(files: Unzipped, sheets: readonly Sheet[], currency: string | undefined): void {
  edit(files, 'xl/styles.xml', (xml) =>
    xml.replace(/<dxfs count="0"\s*\/>|<dxfs count="0"><\/dxfs>/, dxfs()),
  );
  for (const [index, sheet] of sheets.entries()) {
    const looks = conditionsXml(sheet.conditions) + currenciesXml(sheet, currency);
    edit(files, `xl/worksheets/sheet${index + 1}.xml`, (xml) => {
      // They follow filters and merged cells, and precede whatever concerns links and paper.
      const at = xml.search(/<(hyperlinks|printOptions|pageMargins)/);
      const whole = xml.slice(0, at) + looks + choicesXml(sheet.choices) + xml.slice(at);
      const results = whole.replaceAll(`<v>${EMPTY}</v>`, '<v></v>');
      const locked = results
        .replace('</sheetData>', `</sheetData>${PROTECTION}`)
        .replace('<sheetData/>', `<sheetData/>${PROTECTION}`);
      return sheet.hidden ? locked.replace('<sheetPr>', `<sheetPr><tabColor rgb="${GREY}"/>`) : locked;
    });
  }
}

const CHART = /^xl\/charts\/chart\d+\.xml$/;
const NO_TEXT = /(<c:f>([^<]*)<\/c:f><c:strCache><c:ptCount val="1"\/><c:pt idx="0"><c:v>)(?=<\/c:v>)/g;

/** Writes the texts of cells that charts take names from: not every reader looks them up. */
export function nameCharts(files: Unzipped, textAt: (cell: string) => string): void {
  for (const name of Object.keys(files)) {
    if (!CHART.test(name)) continue;
    edit(files, name, (xml) => xml.replaceAll(NO_TEXT, (_, before, cell) => before + escaped(textAt(cell))));
  }
}

/** Numbers of formats beyond those that the library gives. */
const MONEY_FORMATS = 900;

export function edit(files: Unzipped, name: string, change: (xml: string) => string): void {
  files[name] = strToU8(change(strFromU8(files[name]!)));
}

function dxfs(): string {
  const each = LOOKS.map((look) => {
    const [text, ground] = COLOURS[look];
    const fill = `<fill><patternFill patternType="solid"><fgColor rgb="FF${ground}"/><bgColor rgb="FF${ground}"/></patternFill></fill>`;
    return `<dxf><font><b/><color rgb="FF${text}"/></font>${fill}</dxf>`;
  });
  const currencies = SIGNS.map(
    ([, sign], index) =>
      `<dxf><numFmt numFmtId="${MONEY_FORMATS + index}" formatCode="${escaped(moneyFormat(sign))}"/></dxf>`,
  );
  each.push(...currencies);
  return `<dxfs count="${each.length}">${each.join('')}</dxfs>`;
}

function conditionsXml(conditions: Sheet['conditions']): string {
  return conditions
    .map(
      ({ cells, formula, look }, index) =>
        `<conditionalFormatting sqref="${cells}"><cfRule type="expression" dxfId="${LOOKS.indexOf(look)}" priority="${index + 1}"><formula>${escaped(formula)}</formula></cfRule></conditionalFormatting>`,
    )
    .join('');
}

/** Amounts of a sheet have the sign of the currency that the reader chose. */
function currenciesXml(sheet: Sheet, currency: string | undefined): string {
  const cells = currency === undefined ? '' : moneyCells(sheet);
  if (cells === '') return '';
  const rules = SIGNS.map(([name], index) => {
    const holds = name === '' ? `${currency}<>"USD"` : `${currency}="${name}"`;
    const priority = sheet.conditions.length + 1 + index;
    return `<cfRule type="expression" dxfId="${LOOKS.length + index}" priority="${priority}" stopIfTrue="1"><formula>${escaped(holds)}</formula></cfRule>`;
  });
  return `<conditionalFormatting sqref="${cells}">${rules.join('')}</conditionalFormatting>`;
}

function moneyCells({ columns }: Sheet): string {
  const ranges: string[] = [];
  for (const [column, cells] of columns) {
    const rows = [...cells]
      .flatMap(([row, { style }]) => (isMoney(style) ? [row] : []))
      .sort((a, b) => a - b);
    const name = (row: number) => cellName(row, column).replaceAll('$', '');
    let from = 0;
    rows.forEach((row, index) => {
      if (rows[index + 1] === row + 1) return;
      ranges.push(`${name(rows[from]!)}:${name(row)}`);
      from = index + 1;
    });
  }
  return ranges.join(' ');
}

function choicesXml(choices: Sheet['choices']): string {
  if (choices.length === 0) return '';
  const each = choices.map(
    ({ cell, from }) =>
      '<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" ' +
      `sqref="${cell}"><formula1>${escaped(from)}</formula1></dataValidation>`,
  );
  return `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`;
}

function escaped(formula: string): string {
  return formula
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
