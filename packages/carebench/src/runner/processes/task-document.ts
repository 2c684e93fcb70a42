import type { JsonObject } from '@carebench/protocol'
import type { Trial } from '../agent.js'

/**
 * Creates the task document for an external process or service: on stdin, in `CAREBENCH_TASK_FILE`, or in the body of a
 * request. `access` says how the agent gets the trial's token.
 */
export function createTaskDocument(
  trial: Trial,
  access: { readonly token_env: string } | { readonly token: string; readonly callback: { readonly url: string } },
): JsonObject {
  return {
    version: 1,
    trial_id: trial.id,
    task: { name: trial.task.name, task_item: trial.task.item },
    base_url: trial.baseUrl,
    endpoints: { ...trial.endpoints },
    mcp: { url: trial.mcpUrl },
    workstation: { url: trial.workstationUrl },
    ...access,
    limits: JSON.parse(JSON.stringify(trial.limits)),
    deadline_at: trial.deadlineAt,
    seed: trial.seed,
  }
}
