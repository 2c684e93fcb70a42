import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol'
import { chartOf } from '@carebench/systems/policy'
import { readDataFile } from '../../files/data-file.js'
import { UsageError } from '../../terminal/exit-reason.js'

type Chart = ReturnType<typeof chartOf>
type Resource = Parameters<typeof chartOf>[0] extends Iterable<infer One> ? One : never

/**
 * Returns the chart in a file: a Bundle, a list of resources, or one resource. Throws a {@link UsageError} that names
 * the file.
 */
export function readChartFile(file: string): Chart {
  return chartOf(resourcesIn(readDataFile(file) as JsonValue, file))
}

/** Returns the resources of one patient in a value. Throws a {@link UsageError} that begins with `place`. */
export function resourcesIn(value: JsonValue, place: string): readonly Resource[] {
  const list = isJsonObject(value) && Array.isArray(value.entry) ? value.entry.map(readResource) : [value].flat()
  const resources = list.map((one: JsonValue, index): Resource => {
    if (isJsonObject(one) && typeof one.resourceType === 'string') return { ...one, resourceType: one.resourceType }
    throw new UsageError(
      `${place}: expected FHIR resources such as {"resourceType": "Condition", …}, got none at ${index}`,
    )
  })
  const patients = resources.filter(({ resourceType }) => resourceType === 'Patient')
  if (patients.length > 1) throw new UsageError(`${place}: expected the chart of one patient, got ${patients.length}`)
  return resources
}

function readResource(entry: JsonValue): JsonValue {
  return isJsonObject(entry) ? (entry.resource ?? null) : null
}
