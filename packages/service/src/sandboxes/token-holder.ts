import type { Caller } from '../auth/authenticate.js'
import type { ServiceContext } from '../context/context.js'
import { taskRuns } from '../documents/collections/running.js'
import type { RequestFacts } from '../http/request.js'
import { locateSandbox } from './find-sandbox.js'

/** The party for which a token counts, and its holder in the log. */
export interface TokenHolder {
  /**
   * The token of a run and the access tokens of its systems count for the run, those of a playground without a run for
   * the playground. Null: the token counts for itself.
   */
  readonly name: string | null
  readonly facts: RequestFacts
}

/** Returns the holder of the token of a caller. */
export function findHolder(context: ServiceContext, caller: Caller): TokenHolder | Promise<TokenHolder> {
  if (caller.kind === 'run') {
    const { id, organization_id } = caller.run.doc
    return holderOfRun(id, organization_id)
  }
  if (caller.kind !== 'sandbox') {
    return { name: null, facts: 'organizationId' in caller ? { organizationId: caller.organizationId } : {} }
  }
  return holderOfSandbox(context, caller.sandboxId)
}

async function holderOfSandbox(context: ServiceContext, sandboxId: string): Promise<TokenHolder> {
  const playground = context.kept.playgrounds.get(sandboxId) ?? (await locateSandbox(context, sandboxId))?.playground
  if (playground === undefined) return { name: `sandbox ${sandboxId}`, facts: {} }
  const { id, organization_id: organizationId, origin } = playground
  const ofPlayground = { name: `playground ${id}`, facts: { organizationId } }
  if (origin.kind === 'stand_alone') return ofPlayground
  const taskRunId = origin.task_run_id
  const started = context.kept.startedTaskRuns.get(taskRunId) ?? (await context.store.get(taskRuns, taskRunId))?.doc
  return started === undefined ? ofPlayground : holderOfRun(started.benchmark_run_id, organizationId)
}

function holderOfRun(runId: string, organizationId: string): TokenHolder {
  return { name: `run ${runId}`, facts: { organizationId, runId } }
}
