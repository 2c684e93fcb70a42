import { clinicBenchmark, finishedTask } from './clinic-benchmark.js'
import { type AgentRun, type Answer, type ContractTestbed, createContractTestbed, textAt } from './contract-testbed.js'

/** A testbed with the benchmark of the clinic published. */
export interface ClinicTestbed extends ContractTestbed {
  /** `clinic@1` */
  readonly reference: string
  /** The path of the benchmark: `/benchmarks/{id}`. */
  readonly benchmark: string
}

export async function createClinicTestbed(): Promise<ClinicTestbed> {
  const testbed = await createContractTestbed()
  const reference = await testbed.publish(clinicBenchmark())
  const { body } = await testbed.call('GET', '/benchmarks')
  return { ...testbed, reference, benchmark: `/benchmarks/${textAt(body, 'data', 0, 'id')}` }
}

/** The paths of a run's simulated systems by group. */
export function groups(run: AgentRun): string {
  return `/v1/benchmark-runs/${run.id}`
}

/** Finishes the first task except for the output: three quarters of its score. */
export function finish(run: AgentRun): Promise<Answer> {
  return run.call('PUT', `${groups(run)}/fhir/Task/t1`, finishedTask, { 'content-type': 'application/fhir+json' })
}
