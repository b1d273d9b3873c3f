import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type IExtractorConfigPrepareOptions,
} from '@microsoft/api-extractor';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The entry points of the package with types, such as `neap/plan`, by the place of their declarations. */
export const ENTRY_POINTS: readonly { readonly name: string; readonly types: string }[] = Object.entries(
  packageJson.exports,
).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [{ name: `neap${path.slice(1)}`, types: join(ROOT, target.types) }],
);

/** Reports what each entry point of the build exports: every name with its signature. */
export function apiReports(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-api-'));
  try {
    const configs = ENTRY_POINTS.map(({ name, types }) => prepared(name.replace('/', '-'), types, folder));
    const compilerState = CompilerState.create(configs[0]!, {
      additionalEntryPoints: ENTRY_POINTS.slice(1).map(({ types }) => types),
    });
    return new Map(
      configs.map((config, index) => {
        Extractor.invoke(config, {
          localBuild: true,
          compilerState,
          messageCallback: (message) => {
            message.logLevel = ExtractorLogLevel.None;
            message.handled = true;
          },
        });
        return [ENTRY_POINTS[index]!.name, readFileSync(config.reportFilePath, 'utf8')];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function prepared(name: string, types: string, folder: string): ExtractorConfig {
  const options: IExtractorConfigPrepareOptions = {
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath: types,
      compiler: { tsconfigFilePath: join(ROOT, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: folder,
        reportTempFolder: join(folder, 'new'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ROOT, 'package.json'),
  };
  return ExtractorConfig.prepare(options);
}
