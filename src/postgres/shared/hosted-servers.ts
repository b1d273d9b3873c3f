/** Ends of host names, and whose databases these are: nobody's to try things on. Source: each vendor's documentation of connecting. */
const HOSTED: readonly (readonly [end: string, vendor: string])[] = [
  ['neon.tech', 'Neon'],
  ['neon.build', 'Neon'],
  ['databricks.com', 'Databricks'],
  ['azuredatabricks.net', 'Databricks'],
  ['amazonaws.com', 'Amazon Web Services'],
  ['amazonaws.com.cn', 'Amazon Web Services'],
  ['on.aws', 'Amazon Web Services'],
  ['azure.com', 'Microsoft Azure'],
  ['windows.net', 'Microsoft Azure'],
  ['cloudsql.google.internal', 'Google Cloud'],
  ['sql.goog', 'Google Cloud'],
  ['supabase.co', 'Supabase'],
  ['supabase.com', 'Supabase'],
  ['prisma.io', 'Prisma Postgres'],
  ['prisma-data.net', 'Prisma Postgres'],
  ['psdb.cloud', 'PlanetScale'],
  ['planetscale.com', 'PlanetScale'],
  ['xata.sh', 'Xata'],
  ['xata.tech', 'Xata'],
  ['render.com', 'Render'],
  ['rlwy.net', 'Railway'],
  ['railway.app', 'Railway'],
  ['ondigitalocean.com', 'DigitalOcean'],
  ['aivencloud.com', 'Aiven'],
  ['timescale.com', 'Timescale'],
  ['tsdb.cloud', 'Timescale'],
  ['postgresbridge.com', 'Crunchy Bridge'],
  ['cockroachlabs.cloud', 'Cockroach Labs'],
  ['yugabyte.cloud', 'Yugabyte'],
  ['scw.cloud', 'Scaleway'],
  ['elephantsql.com', 'ElephantSQL'],
  ['nile.tech', 'Nile'],
  ['thenile.dev', 'Nile'],
  ['fly.dev', 'Fly.io'],
  ['heroku.com', 'Heroku'],
];

/** Whose service a host is one of; `undefined` for any other. */
export function hostingOf(host: string): string | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  return HOSTED.find(([end]) => name === end || name.endsWith(`.${end}`))?.[1];
}
