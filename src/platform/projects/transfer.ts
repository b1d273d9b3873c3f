import { z } from 'zod';
import { DAY_SECONDS } from '../../kernel/units.js';
import { revokeProjectKeys } from '../api-keys/calls.js';
import {
  membership,
  organizationOf,
  personOf,
  presentProject,
  projectOf,
  requireAdmin,
  requireManager,
  requirePerson,
} from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { projectRoom } from '../checks/plan.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { checkWhole } from '../checks/text-checks.js';
import { requireUnlocked } from '../operations/scheduling.js';
import { call, withTag } from '../resource/call.js';
import { viewOf } from '../resource/row.js';
import { limitedWhole } from '../resource/schema.js';
import { uuid } from '../store/draws.js';
import type { State } from '../store/state.js';
import type { Rows } from '../store/tables.js';
import { MAX_OFFER_SECONDS, PROJECT_TRANSFER, TRANSFER_REQUEST } from './grant.js';
import type { ProjectRecord } from './project.js';

/** The future owner of a project: an organization, or a user if it names none. */
type NewOwner = Pick<ProjectRecord, 'org_id' | 'user_id'>;

/**
 * Transfers a project and its contents to a new owner; keys that are scoped to it stop working permanently.
 * @throws PlatformError `locked`
 */
export function moveProject(state: State, project: ProjectRecord, owner: NewOwner): void {
  requireUnlocked(state, project.id);
  revokeProjectKeys(state, project.id);
  for (const id of state.restrictionsByProject.ids(project.id)) state.remove('vpc_restrictions', id);
  for (const id of state.transferRequestsByProject.ids(project.id)) state.remove('transfer_requests', id);
  state.change('projects', project, owner);
}

/** Refuses an owner whose plan does not allow `count` more projects. @throws PlatformError `not_acceptable` */
export function requireRoomFor(state: State, { org_id, user_id }: NewOwner, count: number): void {
  const owner = org_id === undefined ? state.get('users', user_id) : state.get('organizations', org_id);
  const room = projectRoom(state, org_id ?? user_id, owner?.plan ?? state.rules.default_plan);
  if (count <= room) return;
  const whose = org_id === undefined ? 'account' : 'organization';
  throw new PlatformError('not_acceptable', `the target ${whose} has too many projects`);
}

function isExpired(state: State, { expires_at_ms }: Rows['transfer_requests']): boolean {
  return expires_at_ms <= state.now_ms;
}

/** The owner of an accepted project. @param user_id creator of the project, stored even if an organization owns it */
function newOwnerOf(state: State, caller: Caller, user_id: string, org_id: string | undefined): NewOwner {
  if (caller.kind === 'organization' && (org_id ?? caller.org_id) === caller.org_id) {
    return { org_id: caller.org_id, user_id };
  }
  const person = requirePerson(caller);
  if (org_id !== undefined && membership(state, org_id, person.user_id) === undefined) {
    throw new PlatformError('not_found', 'not an organization member');
  }
  return { org_id, user_id: person.user_id };
}

const PROJECT = '/projects/{project_id}';
export const TRANSFER_CALLS = {
  ...withTag('Project', {
    createProjectTransferRequest: call(`POST ${PROJECT}/transfer_requests`, {
      summary: 'Offer a project to any user who knows the id of the offer',
      body: z.object({
        ttl_seconds: limitedWhole(1, MAX_OFFER_SECONDS).optional(),
      }),
      body_optional: true,
      answer: TRANSFER_REQUEST,
      status: 201,
      on: projectOf,
      rule(state, project, input, caller) {
        requireManager(state, caller, project, 'give away');
        const { ttl_seconds = DAY_SECONDS } = input;
        checkWhole(ttl_seconds, 'ttl_seconds', 1, MAX_OFFER_SECONDS);
        for (const former of state.transferRequestsByProject.rows(project.id)) {
          if (isExpired(state, former)) state.remove('transfer_requests', former.id);
        }
        const request = state.add('transfer_requests', uuid(state.draw('transfer request')), {
          project_id: project.id,
          created_at_ms: state.now_ms,
          expires_at_ms: state.now_ms + ttl_seconds * 1000,
        });
        return viewOf(TRANSFER_REQUEST, request, {});
      },
    }),
    acceptProjectTransferRequest: call(`PUT ${PROJECT}/transfer_requests/{request_id}`, {
      summary: 'Accept an offered project',
      body: z.object({ org_id: z.string().optional() }),
      body_optional: true,
      answer: z.undefined(),
      status: 204,
      rule(state, caller, input) {
        const request = state.get('transfer_requests', input.request_id);
        const project = presentProject(state, input.project_id);
        if (project === undefined || request?.project_id !== project.id || isExpired(state, request)) {
          throw notFound('transfer request');
        }
        const owner = newOwnerOf(state, caller, project.user_id, input.org_id);
        requireRoomFor(state, owner, 1);
        moveProject(state, project, owner);
        return undefined;
      },
    }),
  }),
  ...withTag('Users', {
    transferProjectsFromUserToOrg: call('POST /users/me/projects/transfer', {
      summary: 'Move personal projects to an organization',
      body: PROJECT_TRANSFER,
      answer: z.object({}),
      on: personOf,
      rule(state, { user_id }, { destination_org_id, project_ids }, caller) {
        const owner = newOwnerOf(state, caller, user_id, destination_org_id);
        requireRoomFor(state, owner, project_ids.length);
        for (const project_id of project_ids) {
          const project = projectOf(state, caller, { project_id });
          if (project.org_id !== undefined || project.user_id !== user_id) throw notFound('project');
          moveProject(state, project, owner);
        }
        return {};
      },
    }),
  }),
  ...withTag('Organizations', {
    /**
     * Requires a personal key of a source administrator who is also a member of the target. The plan of the
     * target applies, and keys scoped to the projects are revoked.
     */
    transferProjectsFromOrgToOrg: call('POST /organizations/{source_org_id}/projects/transfer', {
      summary: 'Move projects to another organization',
      body: PROJECT_TRANSFER,
      answer: z.object({}),
      rule(state, caller, input) {
        const source = organizationOf(state, caller, { org_id: input.source_org_id });
        const { user_id } = requirePerson(caller);
        requireAdmin(state, caller, source.id);
        const { org_id } = newOwnerOf(state, caller, user_id, input.destination_org_id);
        if (org_id === source.id) throw badRequest('the projects already belong to the organization');
        requireRoomFor(state, { org_id, user_id }, input.project_ids.length);
        for (const project_id of input.project_ids) {
          const project = projectOf(state, caller, { project_id });
          if (project.org_id !== source.id) throw notFound('project');
          moveProject(state, project, { org_id, user_id: project.user_id });
        }
        return {};
      },
    }),
  }),
};
