import { callOperation } from './operation-caller.js'
import type { CreateRunInput } from './run-results.js'
import { SolverRun } from './solver-run.js'
import { type CallOptions, type ClientOptions, Transport } from './transport.js'

export interface CarebenchSolverOptions extends ClientOptions {
  /** A Solver key, `vrl_slv_…`. */
  readonly solverKey: string
}

/** Starts runs. */
export interface SolverRuns {
  /** Starts a run of a published benchmark. */
  create(input: CreateRunInput, options?: CallOptions): Promise<SolverRun>
}

/**
 * A client of the run flow, for agents. Specification 4.2.
 *
 * ```ts
 * const solver = new CarebenchSolver({ baseUrl: 'https://127.0.0.1:8443', solverKey })
 * const run = await solver.runs.create({ benchmark: 'prior-auth@1' })
 * for (const task of run.tasks) {
 *   const session = await task.start()
 *   const patients = await session.fhir.search('Patient', { name: 'Rivera' })
 *   const { verdict, score } = await session.complete()
 * }
 * ```
 */
export class CarebenchSolver {
  readonly runs: SolverRuns

  /** Throws a TypeError or RangeError for options that cannot be used. */
  constructor(options: CarebenchSolverOptions) {
    const transport = Transport.create(options, 'solverKey', options.solverKey)
    this.runs = {
      create: async (input, callOptions) =>
        new SolverRun(transport, await callOperation(transport, 'createBenchmarkRun', { body: input }, callOptions)),
    }
  }
}
