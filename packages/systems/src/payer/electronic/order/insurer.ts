import type { JsonObject, JsonValue } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import { read } from '../../../membership/recorded-members.js'
import type { Ask } from '../../../simulator.js'
import { objectsIn, textAt } from '../fhir/element.js'
import { type ResourcePool, readReference } from '../fhir/resource-pool.js'

/** The payer that serves an interface, and access to the chart with its Organization. */
export interface ServingPayer {
  /** The reference of its Organization; undefined for a payer that accepts requests to any insurer. */
  readonly organization: string | undefined
  readonly ask: Ask | undefined
}

/**
 * Whether one of some insurers is the payer, by reference, identifier or name. If the payer has no identifiers in the
 * chart, any logical reference by identifier is accepted.
 */
export function isServed(
  insurers: readonly (JsonValue | undefined)[],
  pool: ResourcePool,
  payer: ServingPayer,
): boolean {
  const { organization } = payer
  if (organization === undefined || insurers.some((one) => readReference(textAt(one, 'reference')) === organization))
    return true
  // Several references may resolve to one resource.
  const resources = new Set(insurers.map((one) => pool.resolve(one)).filter((one) => one !== undefined))
  if ([...resources].some(({ resourceType, id }) => `${resourceType}/${id}` === organization)) return true
  const own = readOwn(payer)
  const known = objectsIn(own?.identifier).map(({ value }) => value)
  const ownName = foldText(textAt(own, 'name') ?? '')
  const isNamed = insurers.some((one) => {
    const value = textAt(one, 'identifier', 'value')
    return value !== undefined && pool.resolve(one) === undefined && (known.length === 0 || known.includes(value))
  })
  return (
    isNamed ||
    [...resources].some((resource) => {
      const identifiers = objectsIn(resource.identifier)
      const isIdentified = identifiers.some(({ value }) => value !== undefined && known.includes(value))
      return isIdentified || (textAt(resource, 'name') !== undefined && foldedName(resource) === ownName)
    })
  )
}

/** Returns the payer's Organization in the chart. */
function readOwn({ organization, ask }: ServingPayer): JsonObject | undefined {
  return organization === undefined ? undefined : ask && read(ask, organization)
}

/** A cache: sent resources never change, and several coverages may refer to one. */
const foldedNames = new WeakMap<JsonObject, string>()

function foldedName(resource: JsonObject): string {
  const known = foldedNames.get(resource)
  if (known !== undefined) return known
  const folded = foldText(textAt(resource, 'name') ?? '')
  foldedNames.set(resource, folded)
  return folded
}

/** Whether one of the payors of a Coverage is the payer. */
export function isCoverageServed(coverage: JsonObject | undefined, pool: ResourcePool, payer: ServingPayer): boolean {
  return isServed(objectsIn(coverage?.payor), pool, payer)
}

/** Returns the payer's name for a message: its Organization's name, or else the reference. */
export function nameServed(payer: ServingPayer): string {
  return textAt(readOwn(payer), 'name') ?? payer.organization ?? 'every payer'
}
