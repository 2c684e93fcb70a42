import type { FhirResource } from '@carebench/fhir'
import { generateRecord, type RecordOptions } from '@carebench/patients'

/** Records with more patients are not cached: each patient takes some 100 kB. */
const mostPatients = 100

let last: { readonly key: string; readonly resources: readonly FhirResource[] } | undefined

/**
 * The generated record for these options, which must not be changed. The most recent one is cached, because benchmarks
 * published together often have the same patients. Throws a RangeError if an option is out of range.
 */
export function generatedRecord({ seed, patients, now }: RecordOptions): readonly FhirResource[] {
  const key = JSON.stringify([seed, patients, now])
  if (last?.key === key) return last.resources
  const resources = generateRecord({ seed, patients, now })
  if (patients <= mostPatients) last = { key, resources }
  return resources
}
