import { takeVariables } from '../runner/processes/taken-variables.js'
import { type ChosenModels, createChosenModels } from './chosen-models.js'
import { type ProcessSetting, readProcessSetting } from './process-agents.js'
import type { RunPlanOptions } from './run-plan.js'

/** The models, keys and process settings of a run. */
export interface RunSetting {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly models: ChosenModels
  readonly processes: ProcessSetting
  readonly secrets: readonly string[]
}

/**
 * Opens the models and reads the settings of processes. Removes the keys from the environment of this process. Throws a
 * {@link UsageError}.
 *
 * @param hidden - files and folders that no agent may read: results and benchmarks
 */
export async function readRunSetting(
  options: RunPlanOptions,
  given: NodeJS.ProcessEnv,
  hidden: readonly string[],
): Promise<RunSetting> {
  const environment = { ...given }
  const models = await createChosenModels(options, environment)
  const modelKeys = Object.keys(environment).filter((name) => models.secrets.includes(environment[name] ?? ''))
  // Agents in processes of the same user could read the keys from the environment of this one.
  const tokenOfAgents = options.agentTokenEnv === undefined ? [] : [options.agentTokenEnv]
  takeVariables(['CAREBENCH_SOLVER_KEY', 'CAREBENCH_ORGANIZATION_KEY', ...tokenOfAgents, ...modelKeys])
  const processes = readProcessSetting(options, environment, hidden)
  const passed = processes.passEnv.flatMap((name) => environment[name] ?? [])
  const token = processes.token === undefined ? [] : [processes.token]
  return { environment, models, processes, secrets: [...models.secrets, ...token, ...passed] }
}
