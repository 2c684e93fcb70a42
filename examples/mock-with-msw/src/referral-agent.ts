import { CarebenchSolver, type Completion, ConflictError, type SolverTask } from '@carebench/client'

/** The service and the benchmark that the agent works with. A mock has these members, too. */
export interface Workplace {
  readonly baseUrl: string
  readonly solverKey: string
  readonly benchmark: string
}

/**
 * The agent under test: looks up the patient by the family name in the task, finishes that patient's open FHIR Tasks,
 * and reports. It changes nothing if there is no such patient, or more than one.
 */
export async function runReferralAgent({ baseUrl, solverKey, benchmark }: Workplace): Promise<readonly Completion[]> {
  const solver = new CarebenchSolver({ baseUrl, solverKey, retry: { baseDelay: 5 } })
  const run = await solver.runs.create({ benchmark })
  const completions: Completion[] = []
  for (const task of run.tasks) completions.push(await work(task))
  return completions
}

async function work(task: SolverTask): Promise<Completion> {
  const session = await task.start()
  const family = String(session.taskItem?.family)
  const patients = await session.fhir.searchAll('Patient', { family })
  const found: string[] = []
  for await (const { id } of patients) found.push(String(id))
  const [only] = found
  if (only === undefined || found.length > 1) return session.complete({ output: { finished: false } })
  for await (const order of session.fhir.searchAll('Task', { patient: only, status: 'requested' })) {
    await session.fhir.update({ ...order, id: String(order.id), status: 'completed' })
  }
  try {
    return await session.complete({ output: { finished: true } })
  } catch (error) {
    // Another call has completed the task run meanwhile; completing again returns that result.
    if (error instanceof ConflictError) return task.complete()
    throw error
  }
}
