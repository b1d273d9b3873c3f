import { strFromU8, strToU8, type Unzipped } from 'fflate';

/** A cell in which one of several values is to be chosen. */
export interface Choice {
  /** Such as `B5`. */
  readonly cell: string;
  /** A range or its name, or a list such as `"a,b"`. */
  readonly from: string;
}

/** How cells look while something holds. */
export type Look = 'bad' | 'good' | 'doubtful';

/** Cells that look otherwise while a formula about them is true. */
export interface Condition {
  /** Such as `B5:B16`. */
  readonly cells: string;
  /** About the first of them, as relative as it is to hold for the others. */
  readonly formula: string;
  readonly look: Look;
}

/** What a sheet has that the library has no call for. */
export interface SheetExtras {
  readonly choices: Choice[];
  readonly conditions: Condition[];
}

const LOOKS: readonly Look[] = ['bad', 'good', 'doubtful'];
/** Text and ground: red, green and amber, dark on light, so that they are told apart without colour, too. */
const COLOURS: Readonly<Record<Look, readonly [text: string, ground: string]>> = {
  bad: ['9C0006', 'FFC7CE'],
  good: ['006100', 'E2F0D9'],
  doubtful: ['7F4F00', 'FFEB9C'],
};

/**
 * Adds to the parts of a workbook what the library has no call for: lists to choose from (ECMA-376 Part 1, 18.3.1.33)
 * and looks that depend on a formula (18.3.1.18).
 * @param sheets in the order in which they were added
 */
export function addExtras(files: Unzipped, sheets: readonly SheetExtras[]): void {
  if (sheets.some(({ conditions }) => conditions.length > 0)) {
    edit(files, 'xl/styles.xml', (xml) =>
      xml.replace(/<dxfs count="0"\s*\/>|<dxfs count="0"><\/dxfs>/, dxfs()),
    );
  }
  for (const [index, { choices, conditions }] of sheets.entries()) {
    if (choices.length + conditions.length === 0) continue;
    edit(files, `xl/worksheets/sheet${index + 1}.xml`, (xml) => {
      // They stand after filters and merged cells, and before whatever concerns links and paper.
      const at = xml.search(/<(hyperlinks|printOptions|pageMargins)/);
      return xml.slice(0, at) + conditionsXml(conditions) + choicesXml(choices) + xml.slice(at);
    });
  }
}

/** Changes one part of an archive. */
export function edit(files: Unzipped, name: string, change: (xml: string) => string): void {
  files[name] = strToU8(change(strFromU8(files[name]!)));
}

function dxfs(): string {
  const each = LOOKS.map((look) => {
    const [text, ground] = COLOURS[look];
    const fill = `<fill><patternFill patternType="solid"><fgColor rgb="FF${ground}"/><bgColor rgb="FF${ground}"/></patternFill></fill>`;
    return `<dxf><font><b/><color rgb="FF${text}"/></font>${fill}</dxf>`;
  });
  return `<dxfs count="${each.length}">${each.join('')}</dxfs>`;
}

function conditionsXml(conditions: readonly Condition[]): string {
  return conditions
    .map(
      ({ cells, formula, look }, index) =>
        `<conditionalFormatting sqref="${cells}"><cfRule type="expression" dxfId="${LOOKS.indexOf(look)}" priority="${index + 1}"><formula>${escaped(formula)}</formula></cfRule></conditionalFormatting>`,
    )
    .join('');
}

function choicesXml(choices: readonly Choice[]): string {
  if (choices.length === 0) return '';
  const each = choices.map(
    ({ cell, from }) =>
      '<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" ' +
      `sqref="${cell}"><formula1>${escaped(from)}</formula1></dataValidation>`,
  );
  return `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`;
}

function escaped(formula: string): string {
  return formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
