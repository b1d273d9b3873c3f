import type fc from 'fast-check';
import { AdapterError } from '../../adapter/adapter-error.js';
import { operationsSucceeded } from '../../adapter/operations-ended.js';
import type { ReportedOperation } from '../../adapter/platform-adapter.js';
import type { AccountModel } from './account-model.js';
import { compareAccount, type PlatformUnderTest } from './compare-account.js';

/** A command of a model-based test. */
export type PlatformCommand = fc.AsyncCommand<AccountModel, PlatformUnderTest>;

/** A command's text, subject and effect. */
export interface CommandParts<Subject> {
  /** Text for failure reports, such as `suspend compute 2`. */
  readonly text: string;
  /** Selects the subject; `undefined` if there is none, and the command is skipped. */
  readonly subject: (model: AccountModel) => Subject | undefined;
  readonly act: (subject: Subject, turn: Turn) => Promise<void>;
}

/** The account model and the helpers that a command may use. */
export interface Turn extends PlatformUnderTest {
  readonly model: AccountModel;
  /** Waits until a project's operations end; all must succeed. */
  readonly done: (
    project_id: string,
    answer: { readonly operations: readonly ReportedOperation[] },
  ) => Promise<void>;
}

/** A command that finally compares the whole account with the model. */
export function command<Subject>({ text, subject, act }: CommandParts<Subject>): PlatformCommand {
  return {
    check: (model) => subject(model) !== undefined,
    async run(model, platform) {
      const { adapter } = platform;
      const done: Turn['done'] = async (project_id, { operations }) => {
        await operationsSucceeded(adapter, project_id, operations);
      };
      await act(subject(model)!, { ...platform, model, done });
      await compareAccount(model, platform, text);
    },
    toString: () => text,
  };
}

/**
 * Expects a call to be refused.
 * @param statuses the accepted statuses
 * @throws Error if it succeeds, or is refused with another status
 */
export async function expectRefusal(
  call: Promise<unknown>,
  what: string,
  ...statuses: readonly number[]
): Promise<void> {
  const status = await call.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof AdapterError) return error.status;
      throw error;
    },
  );
  if (typeof status === 'number' && statuses.includes(status)) return;
  const got = status === 'accepted' ? 'it was accepted' : `it was refused with ${status}`;
  throw new Error(`${what}: expected a refusal with ${statuses.join(' or ')}, ${got}`);
}
