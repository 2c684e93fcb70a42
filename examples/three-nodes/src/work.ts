import { Carebench, CarebenchSolver, ClientError } from '@carebench/client'

/** What one run has found. */
export interface Worked {
  /** Documents whose write was acknowledged. */
  readonly acknowledged: number
  /** Calls that were repeated because their node had ended. */
  readonly repeated: number
  /** What should not be; empty if everything is right. */
  readonly wrong: readonly string[]
}

export interface WorkOptions {
  readonly baseUrl: string
  readonly solverKey: string
  readonly organizationKey: string
  /** Called after the first acknowledged write. */
  readonly onWrite?: () => void
}

/** Documents that the agent writes in a run. */
const written = 3
/** Attempts of a call, a tenth of a second or more apart. */
const attempts = 100

/**
 * One run of the first task of `prior-auth@1`: writes documents, reads all back, completes the task twice at the same
 * time, and reads the result.
 */
export async function workOnRun({ baseUrl, solverKey, organizationKey, onWrite }: WorkOptions): Promise<Worked> {
  let repeated = 0
  // What the agent sends may be sent again: it names the documents itself, and the service repeats the answers to
  // starts, completions, and creations with a key.
  const insist = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        if (attempt === attempts || !isPassing(error)) throw error
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
  // A second verification would have added its own.
  expectSame(`the number of results of ${session.id}`, stored.criterionRuns.length, completion.checks.length)
  return { acknowledged: ids.length, repeated, wrong }
}

/** Whether a node has ended while it had the call, or could not take it. */
function isPassing(error: unknown): boolean {
  if (error instanceof ClientError && error.code === 'connection') return true
  if (!(error instanceof Error) || !('status' in error)) return false
  return [502, 503, 504].includes(Number(error.status))
}
