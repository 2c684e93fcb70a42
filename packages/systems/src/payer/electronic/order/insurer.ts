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

/** Returns whether an insurer is the payer: by its reference, one of its identifiers, or its name. */
export function isServed(insurer: JsonValue | undefined, pool: ResourcePool, payer: ServingPayer): boolean {
  return isAnyServed([insurer], pool, payer)
}

function isAnyServed(
  insurers: readonly (JsonValue | undefined)[],
  pool: ResourcePool,
  { organization, ask }: ServingPayer,
): boolean {
  if (organization === undefined || insurers.some((one) => tailOf(textAt(one, 'reference')) === organization))
    return true
  // Many may refer to one resource, which is read once.
  const resources = new Set(insurers.map((one) => pool.resolve(one)).filter((one) => one !== undefined))
  if ([...resources].some(({ resourceType, id }) => `${resourceType}/${id}` === organization)) return true
  const own = ask && read(ask, organization)
  const known = objectsIn(own?.identifier).map(({ value }) => value)
  const ownName = foldText(textAt(own, 'name') ?? '')
  return [...resources].some((resource) => {
    const isIdentified = objectsIn(resource.identifier).some(
      ({ value }) => value !== undefined && known.includes(value),
    )
    return isIdentified || (textAt(resource, 'name') !== undefined && foldedName(resource) === ownName)
  })
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

/** Returns whether an identifier may be the payer's: the chart has it, or has none of the payer. */
export function isIdentifiedAs(value: string, { organization, ask }: ServingPayer): boolean {
  const own = organization === undefined ? undefined : ask && read(ask, organization)
  const known = objectsIn(own?.identifier)
  return known.length === 0 || known.some((one) => one.value === value)
}

/** Returns whether one of the payors of a Coverage is the payer. */
export function isCoverageServed(coverage: JsonObject, pool: ResourcePool, payer: ServingPayer): boolean {
  return isAnyServed(objectsIn(coverage.payor), pool, payer)
}

/** Names the payer for a message: its organization's name, or else the reference. */
export function nameServed({ organization, ask }: ServingPayer): string {
  const own = organization === undefined ? undefined : ask && read(ask, organization)
  return textAt(own, 'name') ?? organization ?? 'every payer'
}
