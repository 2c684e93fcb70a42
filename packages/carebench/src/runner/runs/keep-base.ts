import { gzipSync } from 'node:zlib'
import { isJsonObject } from '@carebench/protocol'
import type { ResultsFolder } from '../results/results-folder.js'
import { type ServiceConnection, ServiceRejectionError } from '../service-connection.js'

/**
 * Stores the environment of the version, to which its records refer by digest, once for all records. A continued run
 * may store several, because a service in the process publishes the benchmark again, with other ids.
 */
export async function keepBase(
  service: ServiceConnection,
  folder: ResultsFolder,
  version: { readonly benchmarkId: string; readonly number: number } | undefined,
): Promise<void> {
  if (version === undefined) return
  try {
    const path = `/benchmarks/${version.benchmarkId}/versions/${version.number}/base`
    const base = await service.textAsOrganization({ method: 'GET', path })
    const name = `bases/${digestBase(base)}.json.gz`
    if (!folder.has(name)) folder.writeBytes(name, gzipSync(base))
  } catch (error) {
    // The base and the records of another organization's benchmark cannot be read.
    if (!(error instanceof ServiceRejectionError && error.status === 404)) throw error
  }
}

function digestBase(base: string): string {
  const value: unknown = JSON.parse(base)
  const digest = isJsonObject(value) ? value.digest : undefined
  if (typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest)) return digest
  throw new Error('Expected a base with its digest, a SHA-256 in hex, from the service.')
}
