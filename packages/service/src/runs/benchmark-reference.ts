import { ApiError } from '@carebench/protocol'

/** A published version by the name of its benchmark. */
export interface BenchmarkReference {
  readonly name: string
  readonly number: number
}

/**
 * Parses `<benchmark_name>@<version_number>`, split at the last `@`. Specification 2.2. Throws an ApiError
 * `INVALID_REQUEST` if it is malformed.
 */
export function parseBenchmarkReference(reference: string): BenchmarkReference {
  const at = reference.lastIndexOf('@')
  const name = reference.slice(0, Math.max(0, at))
  const version = reference.slice(at + 1)
  if (at < 1 || !/^[1-9]\d{0,8}$/.test(version)) {
    const message = 'must be <benchmark_name>@<version_number>, for example "prior-auth@1"'
    throw new ApiError('INVALID_REQUEST', `The benchmark ${message}.`, { errors: [{ path: '/benchmark', message }] })
  }
  return { name, number: Number(version) }
}
