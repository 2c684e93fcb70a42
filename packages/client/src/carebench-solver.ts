import { type CallOptions, type ClientOptions, Transport } from './http/transport.js'
import { callOperation } from './operations/operation-caller.js'
import type { CreateRunInput } from './runs/run-results.js'
import { SolverRun } from './runs/solver-run.js'
import type { SystemCalls } from './systems/described-system.js'

/** Options of a {@link CarebenchSolver}. */
export interface CarebenchSolverOptions<Systems extends readonly SystemCalls[] = readonly []> extends ClientOptions {
  /** A Solver key, `vrl_slv_…`. */
  readonly solverKey: string
  /**
   * Systems whose calls you want to make by name: `session.system('pharmacy').call('fillRefill', …)`. Default: none;
   * every group can be called with `request`.
   */
  readonly systems?: Systems
}

/** Creates runs. */
export interface SolverRuns<Systems extends readonly SystemCalls[] = readonly []> {
  /** Creates a run of a published benchmark. Specification 2.9. */
  create(input: CreateRunInput, options?: CallOptions): Promise<SolverRun<Systems>>
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
export class CarebenchSolver<const Systems extends readonly SystemCalls[] = readonly []> {
  readonly runs: SolverRuns<Systems>

  /** Throws a TypeError or RangeError for invalid options. */
  constructor(options: CarebenchSolverOptions<Systems>) {
    const transport = Transport.create(options, 'solverKey', options.solverKey)
    // Without systems, no calls are known by name; the default of the type parameter says the same.
    const systems = options.systems ?? ([] as readonly SystemCalls[] as Systems)
    this.runs = {
      create: async (input, callOptions) => {
        const created = await callOperation(transport, 'createBenchmarkRun', { body: input }, callOptions)
        return new SolverRun(transport, systems, created)
      },
    }
  }
}
