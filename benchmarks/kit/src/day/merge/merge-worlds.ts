import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { defaultSystems } from '@carebench/service'
import { resourcesIn } from '../../builders/world-values.js'
import { type PartnerKey, partnerKeys, tradingPartners } from '../../clinic/clearinghouse.js'
import type { Clinic } from '../../clinic/clinic.js'
import type { Resource } from '../../clinic/people.js'
import type { Instance } from '../../family.js'
import type { WorldDelta } from '../../task.js'
import { groupBy, IncompatibleError, joinRecords, mergeObjects } from './merge-values.js'

type Simulators = NonNullable<WorldDelta['simulators']>
type Dataset = NonNullable<WorldDelta['datasets']>[number]

/**
 * Merges the worlds of several instances: their records, and configurations of the clinic's systems that work for each
 * instance as they do alone.
 *
 * @throws IncompatibleError if two worlds need different values of a record or a setting
 */
export function mergeWorlds(clinic: Clinic, instances: readonly Instance[]): WorldDelta {
  const worlds = instances.map(({ world }) => world)
  return { datasets: mergeDatasets(worlds), simulators: mergeSimulators(clinic, instances) }
}

function mergeSimulators(clinic: Clinic, instances: readonly Instance[]): Simulators {
  const base = Object.fromEntries(
    clinic.environment.simulators.map(({ key, type, config }) => [key ?? toGroup(type), config ?? {}]),
  ) as JsonObject
  const patches = instances.map(({ world }) => (world.simulators ?? {}) as JsonObject)
  refuseMissedRules(instances, base)
  const members = instances.map((instance) => membersFor(instance, patches))
  return mergeObjects([...patches, ...members], base) as Simulators
}

/** Rejects an instance that removes a payer's rule for a service, if another one's records mention that service. */
function refuseMissedRules(instances: readonly Instance[], base: JsonObject): void {
  const charts = instances.map(({ world }) => JSON.stringify(world.datasets ?? []))
  for (const [index, { id, world }] of instances.entries()) {
    for (const [key, patch] of Object.entries((world.simulators ?? {}) as JsonObject)) {
      const kept = new Set(rulesIn(patch).map((rule) => JSON.stringify(rule)))
      const left = kept.size === 0 ? [] : rulesIn(base[key]).filter((rule) => !kept.has(JSON.stringify(rule)))
      const missed = left.find((rule) => charts.some((text, other) => other !== index && text.includes(codeIn(rule))))
      if (missed !== undefined) {
        throw new IncompatibleError(`expected ${key} to have a rule for ${codeIn(missed)}, which ${id} has not`)
      }
    }
  }
}

function rulesIn(config: JsonValue | undefined): readonly JsonValue[] {
  return isJsonObject(config) && Array.isArray(config.determinations) ? config.determinations : []
}

function codeIn(rule: JsonValue): string {
  return isJsonObject(rule) ? `"${String(rule.procedure_code)}"` : ''
}

/** Returns the name by which calls and patches address the first system of a type. */
function toGroup(type: string): string {
  return defaultSystems.find((system) => system.type === type)?.group?.name ?? type
}

/**
 * Returns the members that an instance assumes. A payer knows everyone with a policy in the chart, until another
 * instance lists its members explicitly.
 */
function membersFor({ world }: Instance, patches: readonly JsonObject[]): JsonObject {
  const own = (world.simulators ?? {}) as JsonObject
  const wanted = partnerKeys.filter((key) => !listsMembers(own, key) && patches.some((one) => listsMembers(one, key)))
  const resources = resourcesIn(world)
  return Object.fromEntries(wanted.map((key) => [key, { members: [...membersIn(resources, key)] }]))
}

function listsMembers(simulators: JsonObject, key: PartnerKey): boolean {
  const patch = simulators[key]
  return isJsonObject(patch) && patch.members !== undefined
}

function membersIn(resources: readonly Resource[], key: PartnerKey): readonly JsonObject[] {
  const policies = resources.filter(
    ({ resourceType, payor }) =>
      resourceType === 'Coverage' && JSON.stringify(payor).includes(`"${tradingPartners[key].organization}"`),
  )
  return policies.flatMap((policy) => {
    const { reference } = policy.beneficiary as { readonly reference: string }
    const person = resources.find((one) => `Patient/${one.id}` === reference)
    return person === undefined ? [] : [toMember(policy, person)]
  })
}

function toMember(policy: Resource, person: Resource): JsonObject {
  const [name] = person.name as readonly { readonly family: string; readonly given: readonly string[] }[]
  const { start, end } = (policy.period ?? {}) as { readonly start?: string; readonly end?: string }
  return {
    member_id: String(policy.subscriberId),
    last_name: name?.family ?? '',
    first_name: name?.given[0] ?? '',
    birth_date: String(person.birthDate),
    ...((person.gender === 'female' || person.gender === 'male') && { gender: person.gender }),
    ...(start !== undefined && { begin: start }),
    ...(end !== undefined && { end }),
  }
}

/** Merges the datasets of each type and system, because a task can have only a few. */
function mergeDatasets(worlds: readonly WorldDelta[]): Dataset[] {
  const datasets = worlds.flatMap((world) => world.datasets ?? [])
  const groups = groupBy(datasets, ({ type, system }) => `${type}${system === undefined ? '' : ` of ${system}`}`)
  return [...groups].map(([name, group]) => {
    const [first] = group
    const config = mergeConfigs(group.map((one) => one.config as JsonObject))
    return { ...first, name: `${name} of the day`, config } as Dataset
  })
}

function mergeConfigs(configs: readonly JsonObject[]): JsonObject {
  const merged = mergeObjects(configs)
  return Object.fromEntries(Object.entries(merged).map(([name, value]) => [name, withoutTwins(value)]))
}

/**
 * Removes duplicate records from lists and sorts resources. Throws an {@link IncompatibleError} if two records have one
 * key and differ.
 */
function withoutTwins(value: JsonValue | undefined): JsonValue {
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutTwins(member)]))
  }
  if (!Array.isArray(value)) return value ?? null
  const records = joinRecords(value, keyOfRecord)
  return value.every(isEntry) ? records.toSorted((one, other) => (readId(one) < readId(other) ? -1 : 1)) : [...records]
}

/**
 * Returns the sort key of a resource. Searches return resources in this order, so it must not reveal to which piece of
 * work a resource belongs.
 */
function readId(entry: JsonValue): string {
  const { id, resourceType } = (entry as { readonly resource: Resource }).resource
  return `${id} ${resourceType}`
}

function isEntry(record: JsonValue): boolean {
  return isJsonObject(record) && isJsonObject(record.resource)
}

/**
 * Returns the key that identifies a record: of resources, files and payer requests; for others, their whole content.
 */
function keyOfRecord(record: JsonValue): string {
  const { resource, path, auth_number } = isJsonObject(record) ? record : {}
  if (isJsonObject(resource)) return `${resource.resourceType}/${resource.id}`
  if (typeof path === 'string') return path
  return typeof auth_number === 'string' ? auth_number : JSON.stringify(record)
}
