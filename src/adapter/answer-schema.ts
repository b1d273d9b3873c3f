import { z } from 'zod';
import { type CallId, CONTRACT } from '../api/contract.js';

/** The attributes that adapters use, by schema name; those of unnamed schemas, which wrap the others, are under ''. */
const USED_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['project', 'branch', 'endpoint', 'operation', 'role', 'database', 'member', 'user'],
    ...['projects', 'branches', 'endpoints', 'operations', 'roles', 'databases', 'members', 'organizations'],
    ...['pagination', 'cursor', 'next', 'regions', 'region_id', 'uri', 'password', 'count', 'email'],
  ],
  ApiKey: ['id', 'name'],
  Branch: ['id', 'project_id', 'name', 'default'],
  CreatedApiKey: ['id', 'name', 'key'],
  CurrentUser: ['id', 'email'],
  Database: ['name', 'owner_name'],
  Endpoint: [
    ...['id', 'project_id', 'branch_id', 'host', 'type', 'name', 'disabled'],
    ...['current_state', 'pending_state'],
    ...['autoscaling_limit_min_cu', 'autoscaling_limit_max_cu', 'suspend_timeout_seconds'],
  ],
  Member: ['id', 'user_id', 'org_id'],
  Operation: ['id', 'project_id', 'action', 'status'],
  Organization: ['id', 'name', 'plan'],
  Project: ['id', 'name', 'region_id'],
  ProjectListItem: ['id', 'name', 'region_id'],
  RevokedApiKey: ['id', 'name', 'revoked'],
  Role: ['name'],
};

/**
 * The schema of only those attributes that adapters use. The service may add or omit other attributes without
 * breaking anything here.
 */
function usedSchema(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const names = USED_ATTRIBUTES[schema.meta()?.id ?? ''] ?? [];
    const relied = names.filter((name) => Object.hasOwn(schema.shape, name));
    return z.looseObject(Object.fromEntries(relied.map((name) => [name, usedSchema(schema.shape[name])])));
  }
  if (schema instanceof z.ZodArray) return z.array(usedSchema(schema.element));
  if (schema instanceof z.ZodOptional) return usedSchema(schema.unwrap()).optional();
  // The format of ids and timestamps does not matter here.
  if (schema instanceof z.ZodStringFormat) return z.string();
  return schema instanceof z.ZodNumberFormat ? z.number() : (schema as z.ZodType);
}

/** The required shape of each call's answer. */
export const ANSWER_SCHEMAS = Object.fromEntries(
  Object.entries(CONTRACT).map(([name, { answer }]) => [name, usedSchema(answer)]),
) as Readonly<Record<CallId, z.ZodType>>;
