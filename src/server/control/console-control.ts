import { z } from 'zod';
import { type ControlRoute, controlRoute } from './control-route.js';

/** What a person does in the platform's console, without a key. */
export const CONSOLE_CONTROL: readonly ControlRoute[] = [
  controlRoute({
    at: 'POST /users',
    summary: 'Sign a user up: {"name", "email"}',
    body: { name: z.string(), email: z.string() },
    answer: (emulator, input) => {
      const { id, name, email } = emulator.platform.signUp(input, emulator.now());
      return { id, name, email };
    },
  }),
  controlRoute({
    at: 'POST /users/{user_id}/api_keys',
    summary: 'Make a user\'s personal key: {"key_name"}',
    params: { user_id: z.string() },
    body: { key_name: z.string() },
    answer: (emulator, input) => emulator.platform.issueApiKey(input, emulator.now()),
  }),
  controlRoute({
    at: 'POST /organizations',
    summary: 'Found an organization: {"name", "admin_user_id"}',
    body: { name: z.string(), admin_user_id: z.string() },
    answer: (emulator, input) => emulator.platform.createOrganization(input, emulator.now()),
  }),
  controlRoute({
    at: 'POST /organizations/{org_id}/members',
    summary: 'Make a user a member: {"user_id", "role"}',
    params: { org_id: z.string() },
    body: { user_id: z.string(), role: z.enum(['admin', 'member']) },
    answer: (emulator, input) => emulator.platform.addMember(input, emulator.now()),
  }),
];
