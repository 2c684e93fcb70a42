import { gzipSync } from 'node:zlib'
import type { ResultsFolder } from '../results/results-folder.js'
import { type ServiceConnection, ServiceRefusal } from '../service-connection.js'

/** Stores the environment of the version, which its records name by digest, once for all of them. */
export async function keepBase(
  service: ServiceConnection,
  folder: ResultsFolder,
  version: { readonly benchmarkId: string; readonly number: number } | undefined,
): Promise<void> {
  if (version === undefined || folder.has('base.json.gz')) return
  try {
    const path = `/benchmarks/${version.benchmarkId}/versions/${version.number}/base`
    const base = await service.textAsOrganization({ method: 'GET', path })
    folder.writeBytes('base.json.gz', gzipSync(base))
  } catch (error) {
    // Another organization's benchmark has no base to read, and no records either.
    if (!(error instanceof ServiceRefusal && error.status === 404)) throw error
  }
}
