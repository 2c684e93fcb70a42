import { ApiError, type ProxyOperation, withSystemKey } from '@carebench/protocol'
import { payerSystem } from '@carebench/systems'
import type { ServiceContext } from '../context/context.js'
import { runs } from '../documents/collections/running.js'
import { notFound } from '../documents/owned.js'
import type { Destination } from '../runs/destination.js'
import { playgroundOfStarted } from '../runs/run-documents.js'
import { startedTaskRun } from '../runs/started-task-run.js'
import { findSandbox, isCalled, locateSandbox } from './find-sandbox.js'
import { readStanding, type StandingPlayground, toRef } from './standing-playground.js'

/**
 * Returns the destination of an organization's call to one of its sandboxes. Sandboxes of task runs are read-only.
 * Throws an ApiError: `RESOURCE_NOT_FOUND` if there is no such sandbox with this group, `CONFLICT` if its systems are
 * not available yet or no longer.
 */
export async function sandboxDestination(
  context: ServiceContext,
  { simulator }: ProxyOperation,
  id: string,
  organizationId: string,
): Promise<Destination> {
  const decide = async (): Promise<Destination> => {
    const located = await findSandbox(context, id, organizationId)
    if (!isCalled(located, simulator)) throw notFound()
    const standing = await readStanding(context, located.playground)
    const { status, taskRun } = standing
    if (status === 'pending' || status === 'torn_down') throw unanswered(status)
    return {
      ref: await toRef(context, standing),
      simulator: withSystemKey(located.type, located.key),
      readOnly:
        taskRun === null
          ? null
          : `The playground is ${status} and belongs to task run ${taskRun.id}; an organization key only reads it`,
      ended: () => unanswered('torn_down'),
    }
  }
  const known = context.kept.playgrounds.get(id)
  if (known?.organization_id !== organizationId || known.origin.kind !== 'stand_alone') return decide()
  return withKept(context, id, simulator, () => unanswered('torn_down'), decide)
}

/**
 * Returns the destination of a call with an access token of a sandbox: it acts as the agent, while the systems are
 * active. Throws as {@link sandboxDestination} does.
 */
export async function agentDestination(
  context: ServiceContext,
  { simulator }: ProxyOperation,
  id: string,
): Promise<Destination> {
  const decide = () => activeDestination(context, id, simulator, notFound, ({ status }) => unanswered(status))
  return withKept(context, id, simulator, () => unanswered('torn_down'), decide)
}

/**
 * Returns the destination of the calls of a user who has signed in to a payer's portal: the user acts as the agent, to
 * whom the credentials belong. Throws an ApiError: `RESOURCE_NOT_FOUND` if there is no such portal, `CONFLICT` if it is
 * not available yet or no longer.
 */
export async function portalDestination(context: ServiceContext, id: string): Promise<Destination> {
  const missing = () => new ApiError('RESOURCE_NOT_FOUND', 'There is no payer portal at this address.')
  const decide = () =>
    activeDestination(context, id, payerSystem.type, missing, ({ status }) =>
      status === 'pending'
        ? new ApiError('CONFLICT', 'This portal is not available until its task run has started.')
        : closedPortal(),
    )
  return withKept(context, id, payerSystem.type, closedPortal, decide)
}

/**
 * Returns the destination of a sandbox that is active according to the store. Throws `missing()` or, if it is not
 * active, `refused(…)`.
 */
async function activeDestination(
  context: ServiceContext,
  id: string,
  simulator: string,
  missing: () => ApiError,
  refused: (standing: { readonly status: Exclude<StandingPlayground['status'], 'active'> }) => ApiError,
): Promise<Destination> {
  const located = await locateSandbox(context, id)
  if (located === undefined || !isCalled(located, simulator)) throw missing()
  const standing = await readStanding(context, located.playground)
  const { status, taskRun } = standing
  if (status !== 'active') throw refused({ status })
  const ended = () => refused({ status: taskRun === null ? 'torn_down' : 'frozen' })
  const name = withSystemKey(located.type, located.key)
  return { ref: await toRef(context, standing), simulator: name, readOnly: null, ended }
}

/** Returns the destination of a sandbox that was active before; reads only documents that may have changed. */
async function withKept(
  context: ServiceContext,
  id: string,
  simulator: string,
  ended: () => ApiError,
  decide: () => Promise<Destination>,
): Promise<Destination> {
  const kept = await keptRef(context, id, simulator)
  return kept === undefined ? decide() : { ...kept, readOnly: null, ended, decideAgain: decide }
}

async function keptRef(
  context: ServiceContext,
  id: string,
  simulator: string,
): Promise<Pick<Destination, 'ref' | 'simulator'> | undefined> {
  const doc = context.kept.playgrounds.get(id)
  const sandbox = doc?.sandboxes.find((candidate) => candidate.id === id)
  if (doc === undefined || sandbox === undefined || !isCalled(sandbox, simulator)) return undefined
  const name = withSystemKey(sandbox.type, sandbox.key)
  if (doc.origin.kind === 'stand_alone') {
    return { ref: await toRef(context, { doc, taskRun: null }), simulator: name }
  }
  const taskRunId = doc.origin.task_run_id
  const runId = context.kept.startedTaskRuns.get(taskRunId)?.benchmark_run_id
  const run = runId === undefined ? undefined : await context.store.get(runs, runId)
  const started = run === undefined ? undefined : startedTaskRun(context, run.doc, taskRunId)
  if (started === undefined) return undefined
  return { ref: await playgroundOfStarted(context, started), simulator: name }
}

function unanswered(status: 'pending' | 'frozen' | 'torn_down'): ApiError {
  const until = status === 'pending' ? 'until its task run starts' : 'any more'
  return new ApiError('CONFLICT', `The playground is ${status}; its systems are not available ${until}.`)
}

function closedPortal(): ApiError {
  return new ApiError('CONFLICT', 'Its task run or playground has ended. Its state is kept.')
}
