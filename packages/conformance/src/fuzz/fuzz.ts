import { NoResponseError } from '../exchange/exchange.js'
import { createKit, type KitContext, lacks } from '../scenario/create-kit.js'
import { curlScript } from './curl-script.js'
import type { Finding } from './finding.js'
import type { FuzzFailure, FuzzProperty } from './fuzz-context.js'
import { scoredLeaks } from './leak-property.js'
import { pagesUnderWrites } from './pagination-property.js'
import { anyRequest, authMatrix } from './request-properties.js'
import { runPrograms } from './run-property.js'

const properties: readonly FuzzProperty[] = [anyRequest, authMatrix, pagesUnderWrites, runPrograms, scoredLeaks]

/** Options of generated cases. */
export interface FuzzOptions {
  /** Number of generated cases per property; properties whose cases are many requests use a third or a tenth. */
  readonly runs: number
  /** The same seed generates the same cases. */
  readonly seed: number
}

/** Checks generated cases against a server; returns the minimal counter-example of each property that does not hold. */
export async function fuzz(
  context: KitContext,
  target: string,
  { runs, seed }: FuzzOptions,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  let count = 0
  for (const property of properties) {
    const wants = ['organization-key', 'solver-key', ...(property.needs === 'nothing' ? [] : [property.needs])] as const
    if (wants.some((need) => lacks(context, need) !== null)) continue
    const { exchanges } = context.recorder
    const kit = createKit(context, {
      name: property.name,
      ids: [],
      needs: [],
      readOnly: false,
      run: async () => undefined,
    })
    const checking = property.check({ kit, exchanges, unique: () => `f${++count}` }, runs, seed)
    const failure = await checking.catch((error) => {
      if (context.signal.aborted) throw error
      return describeThrown(error)
    })
    if (failure === null) continue
    const { message, path } = failure
    const script = curlScript(target, failure.exchanges)
    findings.push({ property: property.name, ids: property.ids, message, seed, path, script })
  }
  return findings
}

/** Describes what a property threw outside of its cases, such as when the server does not respond. */
function describeThrown(error: unknown): FuzzFailure {
  const message = error instanceof Error ? error.message : String(error)
  return { message, path: '', exchanges: error instanceof NoResponseError ? [error.exchange] : [] }
}
