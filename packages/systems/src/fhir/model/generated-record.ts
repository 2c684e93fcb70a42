import type { FhirResource } from '@carebench/fhir'
import type { Steps } from '@carebench/protocol'
import { generateDirectory, generatePatients } from '../../patients/generate-record.js'
import type { RecordOptions } from '../../patients/record-options.js'

/** Records with more patients are not cached: each patient takes some 100 kB. */
const maxPatients = 100

let last: { readonly key: string; readonly resources: readonly FhirResource[] } | undefined

/**
 * Generates the record for these options, one patient per step. Callers must not change the result: the most recent one
 * is cached, because benchmarks published together often have the same patients. Throws a RangeError if an option is
 * out of range.
 */
export function* generatedRecord({ seed, patients, now }: RecordOptions): Steps<readonly FhirResource[]> {
  const key = JSON.stringify([seed, patients, now])
  if (last?.key === key) return last.resources
  const resources: FhirResource[] = generateDirectory({ seed, patients, now })
  for (const patient of generatePatients({ seed, patients, now })) {
    resources.push(...patient)
    yield
  }
  if (patients <= maxPatients) last = { key, resources }
  return resources
}
