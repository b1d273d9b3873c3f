/** Hosting vendors, by the ends of host names; their databases are off limits. Source: each vendor's connection docs. */
const HOSTED: Readonly<Record<string, readonly string[]>> = {
  Neon: ['neon.tech', 'neon.build'],
  Databricks: ['databricks.com', 'azuredatabricks.net'],
  'Amazon Web Services': ['amazonaws.com', 'amazonaws.com.cn', 'on.aws'],
  'Microsoft Azure': ['azure.com', 'windows.net'],
  'Google Cloud': ['cloudsql.google.internal', 'sql.goog'],
  Supabase: ['supabase.co', 'supabase.com'],
  'Prisma Postgres': ['prisma.io', 'prisma-data.net'],
  PlanetScale: ['psdb.cloud', 'planetscale.com'],
  Xata: ['xata.sh', 'xata.tech'],
  Render: ['render.com'],
  Railway: ['rlwy.net', 'railway.app'],
  DigitalOcean: ['ondigitalocean.com'],
  Aiven: ['aivencloud.com'],
  Timescale: ['timescale.com', 'tsdb.cloud'],
  'Crunchy Bridge': ['postgresbridge.com'],
  'Cockroach Labs': ['cockroachlabs.cloud'],
  Yugabyte: ['yugabyte.cloud'],
  Scaleway: ['scw.cloud'],
  ElephantSQL: ['elephantsql.com'],
  Nile: ['nile.tech', 'thenile.dev'],
  'Fly.io': ['fly.dev'],
  Heroku: ['heroku.com'],
};

/** Whose service a host is one of; `undefined` for any other. */
export function hostingOf(host: string): string | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  const isOf = (end: string) => name === end || name.endsWith(`.${end}`);
  return Object.entries(HOSTED).find(([, ends]) => ends.some(isOf))?.[0];
}
