import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Makes LibreOffice compute every formula when it opens a workbook, regardless of stored values. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
`;

/**
 * Converts files with LibreOffice, all in a single start.
 * @param files by name, which decides how each is opened, such as `a.xlsx` or `a.csv`; all of one kind
 * @param to the output format, such as `xlsx`
 * @returns in the order of the files
 */
export function converted(
  files: Readonly<Record<string, Uint8Array | string>>,
  to: string,
): readonly Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'neap-spreadsheet-'));
  try {
    const names = Object.keys(files);
    const profile = join(folder, 'profile');
    mkdirSync(join(profile, 'user'), { recursive: true });
    writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), ALWAYS_RECALCULATE);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const out = join(folder, 'out');
    // The dialogue's default for a file with a byte order mark; without a screen LibreOffice assumes Windows-1252.
    const csv = names.some((name) => name.endsWith('.csv')) ? ['--infilter=CSV:44,34,UTF8'] : [];
    const { status, stderr } = spawnSync(
      'soffice',
      [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        ...['--headless', ...csv, '--convert-to', to, '--outdir', out],
        ...names.map((name) => join(folder, name)),
      ],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`soffice: ${stderr}`);
    return names.map((name) => readFileSync(join(out, name.replace(/\.[^.]+$/, `.${to}`))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
