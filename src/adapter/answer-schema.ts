import { z } from 'zod';
import { type CallId, CONTRACT } from '../api/contract.js';

/** The attributes that are relied on, by the name of their schema; the unnamed ones contain the others. */
const RELIED_ON: Readonly<Record<string, readonly string[]>> = {
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
 * The part of an answer that is relied on, and no more: the service may add attributes and omit others without breaking
 * anything here.
 */
function reliedOn(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const names = RELIED_ON[schema.meta()?.id ?? ''] ?? [];
    const relied = names.filter((name) => Object.hasOwn(schema.shape, name));
    return z.looseObject(Object.fromEntries(relied.map((name) => [name, reliedOn(schema.shape[name])])));
  }
  if (schema instanceof z.ZodArray) return z.array(reliedOn(schema.element));
  if (schema instanceof z.ZodOptional) return reliedOn(schema.unwrap()).optional();
  // Another way to write ids or moments would be as good.
  if (schema instanceof z.ZodStringFormat) return z.string();
  return schema instanceof z.ZodNumberFormat ? z.number() : (schema as z.ZodType);
}

/** The required shape of each call's answer. */
export const ANSWER_SCHEMAS = Object.fromEntries(
  Object.entries(CONTRACT).map(([name, { answer }]) => [name, reliedOn(answer)]),
) as Readonly<Record<CallId, z.ZodType>>;
