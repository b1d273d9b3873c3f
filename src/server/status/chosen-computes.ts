import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { Emulator } from '../emulator/emulator.js';

/** The choice of computes to show. */
export interface ComputeChoice {
  /** Words that a compute has in its name, id, project, branch or type; all of them, whatever the case. */
  readonly search?: string | undefined;
  readonly state?: EndpointRecord['current_state'] | undefined;
}

/** The computes that are asked for, oldest first. */
export function chosenComputes(
  emulator: Emulator,
  { search = '', state }: ComputeChoice,
): readonly EndpointRecord[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return [...emulator.board.endpoints.values()].filter(
    (endpoint) =>
      (state === undefined || endpoint.current_state === state) && hasAll(emulator, endpoint, words),
  );
}

/** A compute's display name: its name in the scenario, or the name that it was given. */
export function nameOfCompute(emulator: Emulator, { id, name }: EndpointRecord): string | undefined {
  return emulator.drive?.computeName?.(id) ?? name;
}

function hasAll(emulator: Emulator, endpoint: EndpointRecord, words: readonly string[]): boolean {
  const { board } = emulator;
  const { id, type, project_id, branch_id } = endpoint;
  const name = nameOfCompute(emulator, endpoint) ?? '';
  const texts = [id, name, type, board.projectName(project_id), board.branchName(branch_id)];
  return words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
}
