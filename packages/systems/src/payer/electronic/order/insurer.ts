import type { JsonObject, JsonValue } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import { read } from '../../../membership/recorded-members.js'
import type { Ask } from '../../../simulator.js'
import { objectsIn, textAt } from '../fhir/element.js'
import { type ResourcePool, tailOf } from '../fhir/resource-pool.js'

/** The payer that serves an interface, and the chart in which its organization is. */
export interface ServingPayer {
  /** The reference of its organization; undefined for a payer that takes every insurer for itself. */
  readonly organization: string | undefined
  readonly ask: Ask | undefined
}

/**
 * Returns whether one of some insurers is the payer, on any channel: by its reference, one of its identifiers, or its
 * name. An identifier alone says nothing of a payer that has none in the chart.
 */
export function isServed(
  insurers: readonly (JsonValue | undefined)[],
  pool: ResourcePool,
  payer: ServingPayer,
): boolean {
  const { organization } = payer
  if (organization === undefined || insurers.some((one) => tailOf(textAt(one, 'reference')) === organization))
    return true
  // Many may refer to one resource, which is read once.
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

/** The organization of a payer in the chart. */
function readOwn({ organization, ask }: ServingPayer): JsonObject | undefined {
  return organization === undefined ? undefined : ask && read(ask, organization)
}

/** Resources that were sent never change; several coverages may name one. */
const foldedNames = new WeakMap<JsonObject, string>()

function foldedName(resource: JsonObject): string {
  const known = foldedNames.get(resource)
  if (known !== undefined) return known
  const folded = foldText(textAt(resource, 'name') ?? '')
  foldedNames.set(resource, folded)
  return folded
}

/** Returns whether one of the payors of a Coverage is the payer. */
export function isCoverageServed(coverage: JsonObject | undefined, pool: ResourcePool, payer: ServingPayer): boolean {
  return isServed(objectsIn(coverage?.payor), pool, payer)
}

/** Names the payer for a message: its organization's name, or else the reference. */
export function nameServed(payer: ServingPayer): string {
  return textAt(readOwn(payer), 'name') ?? payer.organization ?? 'every payer'
}
