import { z } from 'zod';
import { TIMESTAMP } from '../resource/schema.js';

export const SCOPE = z.enum(['storage:read', 'storage:write', 'ai_gateway:invoke', 'functions:invoke']);
/** A credential as lists show it. */
export const CREDENTIAL = z
  .object({
    token_id: z.string(),
    token_id_short: z.string(),
    name: z.string().optional(),
    scopes: z.array(SCOPE),
    branch_id: z.string(),
    principal_type: z.string(),
    created_at: TIMESTAMP,
  })
  .meta({ id: 'Credential' });

export const CREDENTIAL_SECRET = z
  .object({ token_id: z.string(), api_token: z.string(), s3_secret_access_key: z.string() })
  .meta({ id: 'CredentialSecret' });

export const CREATED_CREDENTIAL = CREDENTIAL.extend(CREDENTIAL_SECRET.shape).meta({
  id: 'CreatedCredential',
});
