import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Tells LibreOffice to compute every formula when a workbook is opened, whatever values it brings. */
const ALWAYS_RECALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
`;

/** Whether LibreOffice is on this machine; `.ci/packages` installs it. */
export const HAVE_SPREADSHEET = spawnSync('soffice', ['--version']).status === 0;
if (!HAVE_SPREADSHEET) console.warn('soffice is not here: what a spreadsheet makes of files is not tested');

/**
 * What LibreOffice makes of a file.
 * @param name decides how it is opened, such as `a.xlsx` or `a.csv`
 * @param to the form in which it is saved, such as `xlsx`
 */
export function converted(content: Uint8Array | string, name: string, to: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'neap-spreadsheet-'));
  try {
    const profile = join(folder, 'profile');
    mkdirSync(join(profile, 'user'), { recursive: true });
    writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), ALWAYS_RECALCULATE);
    writeFileSync(join(folder, name), content);
    const out = join(folder, 'out');
    // What its dialogue would propose for a file with a byte order mark; without a screen it takes Windows-1252.
    const csv = name.endsWith('.csv') ? ['--infilter=CSV:44,34,UTF8'] : [];
    const args = [`-env:UserInstallation=${pathToFileURL(profile).href}`, '--headless', ...csv];
    const { status, stderr } = spawnSync(
      'soffice',
      [...args, '--convert-to', to, '--outdir', out, join(folder, name)],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`soffice: ${stderr}`);
    return readFileSync(join(out, name.replace(/\.[^.]+$/, `.${to.split(':')[0]}`)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
