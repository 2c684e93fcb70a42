import { Carebench, CarebenchSolver, ClientError } from '@carebench/client'

/** The result of one run. */
export interface Worked {
  /** Documents whose write was acknowledged. */
  readonly acknowledged: number
  /** Calls that were repeated because a node had ended. */
  readonly repeated: number
  /** One line for each difference between what was written and what was read; empty if nothing was lost. */
  readonly wrong: readonly string[]
}

export interface WorkOptions {
  readonly baseUrl: string
  readonly solverKey: string
  readonly organizationKey: string
  /** Called after the first acknowledged write. */
  readonly onWrite?: () => void
}

/** Number of documents that the agent writes in a run. */
const written = 3
/** Maximum attempts of a call, with a pause of 0.1 s between two. */
const attempts = 100

/**
 * Makes one run with the first task of `prior-auth@1`: writes documents, reads all of them back, completes the task
 * twice at the same time, and reads the result.
 */
export async function workOnRun({ baseUrl, solverKey, organizationKey, onWrite }: WorkOptions): Promise<Worked> {
  let repeated = 0
  // All calls below can be repeated: the agent chooses the ids of the documents, and the service responds to a repeated
  // start, completion, or creation with an idempotency key as it did before.
  const insist = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        if (attempt === attempts || !isTransient(error)) throw error
        repeated++
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  const wrong: string[] = []
  const expectSame = (what: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      wrong.push(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`)
    }
  }

  const solver = new CarebenchSolver({ baseUrl, solverKey, retry: { retries: 0 } })
  const organization = new Carebench({ baseUrl, apiKey: organizationKey, retry: { retries: 0 } })
  const idempotencyKey = crypto.randomUUID()
  const run = await insist(() => solver.runs.create({ benchmark: 'prior-auth@1' }, { idempotencyKey }))
  const [task] = run.tasks
  if (task === undefined) throw new Error('prior-auth@1 has no task.')
  const session = await insist(() => task.start())
  const ids = Array.from({ length: written }, (_, number) => `note-${number}`)
  for (const id of ids) {
    await insist(() => session.fhir.update({ resourceType: 'Basic', id, code: { text: `${run.id} ${id}` } }))
    if (id === ids[0]) onWrite?.()
  }
  for (const id of ids) {
    const { code } = (await insist(() => session.fhir.read('Basic', id))) as { readonly code?: unknown }
    expectSame(`${id} of ${run.id}`, code, { text: `${run.id} ${id}` })
  }
  const complete = () => insist(() => session.complete({ output: run.id }))
  const [completion, other] = await Promise.all([complete(), complete()])
  expectSame(`the second completion of ${session.id}`, other, completion)

  const state = await insist(() => run.read())
  const [taskRun] = state.taskRuns
  expectSame(`the task run ${session.id}`, [taskRun?.status, taskRun?.score], ['completed', completion.score])
  const stored = await insist(() => organization.call('getTaskRun', { params: { id: session.id } }))
  // A second verification would have added its own results.
  expectSame(`the number of results of ${session.id}`, stored.criterionRuns.length, completion.checks.length)
  return { acknowledged: ids.length, repeated, wrong }
}

/** Whether a call can be repeated: the connection broke, or the response was 502, 503 or 504. */
function isTransient(error: unknown): boolean {
  if (error instanceof ClientError && error.code === 'connection') return true
  if (!(error instanceof Error) || !('status' in error)) return false
  return [502, 503, 504].includes(Number(error.status))
}
