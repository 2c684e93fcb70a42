import { clinicBenchmark, finishedTask } from './clinic-benchmark.js'
import { type AgentRun, type Answer, type ContractDesk, createContractDesk, textAt } from './contract-desk.js'

/** A desk with the benchmark of the clinic published. */
export interface ClinicDesk extends ContractDesk {
  /** `clinic@1` */
  readonly reference: string
  /** `/benchmarks/{id}` of it. */
  readonly benchmark: string
}

export async function createClinicDesk(): Promise<ClinicDesk> {
  const desk = await createContractDesk()
  const reference = await desk.publish(clinicBenchmark())
  const { body } = await desk.call('GET', '/benchmarks')
  return { ...desk, reference, benchmark: `/benchmarks/${textAt(body, 'data', 0, 'id')}` }
}

/** Where the groups of the simulated systems of a run are. */
export function groups(run: AgentRun): string {
  return `/v1/benchmark-runs/${run.id}`
}

/** Finishes the first task, but for the output: three quarters of its score. */
export function finish(run: AgentRun): Promise<Answer> {
  return run.call('PUT', `${groups(run)}/fhir/Task/t1`, finishedTask, { 'content-type': 'application/fhir+json' })
}
