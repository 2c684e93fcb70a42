import { readFileSync } from 'node:fs'
import { CarebenchSolver } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'

/**
 * Creates a Solver's client from `CAREBENCH_URL`, `CAREBENCH_SOLVER_KEY` and, if set, `CAREBENCH_CA`, the path of a CA
 * certificate to trust. Throws an Error if the URL or the key is missing.
 */
export function connect(environment: Readonly<Record<string, string | undefined>>): CarebenchSolver {
  const { CAREBENCH_URL: baseUrl, CAREBENCH_SOLVER_KEY: solverKey, CAREBENCH_CA: caFile } = environment
  if (!baseUrl || !solverKey) {
    throw new Error('Set CAREBENCH_URL and CAREBENCH_SOLVER_KEY to what `carebench serve` prints.')
  }
  return new CarebenchSolver({
    baseUrl,
    solverKey,
    ...(caFile === undefined || caFile === '' ? {} : { fetch: nodeFetch({ ca: readFileSync(caFile, 'utf8') }) }),
  })
}
