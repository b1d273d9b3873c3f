import { BEGIN, iso } from './known-load.js';

const statement = (
  taken: number,
  queryid: string,
  calls: number,
  mean: number,
  deviation: number,
  hit: number,
  read: number,
  io = 0,
) =>
  [
    `${iso(taken).replace('T', ' ').replace('Z', '+00')}`,
    10,
    16384,
    't',
    queryid,
    '"select secret from x where ""y"" = $1"',
    calls,
    calls * mean,
    mean,
    deviation,
    hit,
    read,
    io,
  ].join(',');
const STATEMENT_COLUMNS =
  'taken_at,userid,dbid,toplevel,queryid,query,calls,total_exec_time,mean_exec_time,stddev_exec_time,shared_blks_hit,shared_blks_read,shared_blk_read_time';

/**
 * Statement 11: 100 calls of 5 ms (deviation 2) before, 400 of 9.5 ms after: of the 300 between, each 11 ms. The
 * deviation after is that of both together when the 300 have one of 4. Statement 12 is new, 60 calls of 2 ms.
 */
const mixed_squares = (100 * (25 + 4) + 300 * (121 + 16)) / 400 - 9.5 * 9.5;
export const statementsBefore = [STATEMENT_COLUMNS, statement(BEGIN, '11', 100, 5, 2, 1000, 200)].join('\n');
export const statementsAfter = [
  STATEMENT_COLUMNS,
  statement(BEGIN + 600, '11', 400, 9.5, Math.sqrt(mixed_squares), 3400, 800, 300),
  statement(BEGIN + 600, '-12', 60, 2, 0, 60, 0),
].join('\n');

const DATABASE_COLUMNS =
  'taken_at,datid,datname,numbackends,xact_commit,xact_rollback,blks_read,blks_hit,blk_read_time,active_time,stats_reset';
const database = (taken: number, name: string, rest: string) =>
  `${iso(taken).replace('T', ' ').replace('Z', '+00')},1,${name},${rest}`;
export const databaseBefore = [
  DATABASE_COLUMNS,
  database(BEGIN, '', '0,5,0,1,1,0,0,'),
  database(BEGIN, 'app', '3,1000,10,50,500,0,2000,'),
  database(BEGIN, 'template1', '0,99,0,0,0,0,0,'),
].join('\n');
export const databaseAfter = [
  DATABASE_COLUMNS,
  database(BEGIN + 1000, '', '0,9,0,1,1,0,0,'),
  database(BEGIN + 1000, 'app', '8,1180,30,250,2300,400,4400,'),
  database(BEGIN + 1000, 'template1', '0,999,0,0,0,0,0,'),
].join('\n');

const POOLER_COLUMNS =
  'database,total_xact_count,total_query_count,total_received,total_sent,total_xact_time,total_query_time,total_wait_time,avg_xact_count,avg_query_count,avg_recv,avg_sent,avg_xact_time,avg_query_time,avg_wait_time';
export const poolerBefore = `${POOLER_COLUMNS}\napp,100,300,1,1,900000,600000,3000,1,3,0,0,3000,2000,10\npgbouncer,5,5,0,0,0,0,0,0,0,0,0,0,0,0`;
export const poolerAfter = `${POOLER_COLUMNS}\napp,400,1500,1,1,3900000,4200000,15000,30,120,0,0,3000,3000,10\npgbouncer,9,9,0,0,0,0,0,0,0,0,0,0,0,0`;
