import type { FhirResource } from '@carebench/fhir'
import { generateRecord, type RecordOptions } from '@carebench/patients'

/** Records of more patients are not kept: each takes some 100 kB. */
const mostPatients = 100

let last: { readonly key: string; readonly resources: readonly FhirResource[] } | undefined

/**
 * The generated record of these options, which nobody may change. The one that was asked for last is kept: benchmarks that
 * are published together often have the same people. Throws a RangeError when an option is out of its range.
 */
export function generatedRecord({ seed, patients, now }: RecordOptions): readonly FhirResource[] {
  const key = JSON.stringify([seed, patients, now])
  if (last?.key === key) return last.resources
  const resources = generateRecord({ seed, patients, now })
  if (patients <= mostPatients) last = { key, resources }
  return resources
}
