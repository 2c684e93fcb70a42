import type { Collection, Document } from '@carebench/store'
import { keys, organizations, solvers } from './collections/access.js'
import { auditedTasks } from './collections/audited-tasks.js'
import {
  benchmarks,
  bindings,
  criteria,
  datasets,
  entities,
  environments,
  simulators,
  tasks,
  versions,
} from './collections/authoring.js'
import { blueprints, type PlaygroundDoc, playgrounds } from './collections/playgrounds.js'
import { criterionRuns, runs, taskRuns } from './collections/running.js'
import { webhookDeliveries } from './collections/wired-sandboxes.js'

/**
 * Selects the documents and logs of one organization for `exportLines` of a persistent store. Leaves out runs of other
 * organizations' benchmarks: they could not be read without those benchmarks, and their criteria do not belong to the
 * organization.
 */
export interface OrganizationSelection {
  readonly collections: readonly string[]
  keeps(collection: string, doc: Document): boolean
  logs(): Iterable<string>
  /** Whether the organization itself was among the documents. */
  wasFound(): boolean
}

/** Collections whose documents belong directly to an organization. */
const independent: readonly Collection<never>[] = [
  organizations,
  keys,
  solvers,
  simulators,
  datasets,
  entities,
  environments,
  benchmarks,
  tasks,
  bindings,
  criteria,
  versions,
  auditedTasks,
]
/** Collections whose documents belong to a document of another collection, by the member that names it. */
const dependent: readonly (readonly [Collection<never>, member: string, of: Collection<never>])[] = [
  [runs, 'version_id', versions],
  [taskRuns, 'benchmark_run_id', runs],
  [criterionRuns, 'task_run_id', taskRuns],
]

/** Selects an organization by its id. Use each selection once. */
export function selectOrganization(organizationId: string): OrganizationSelection {
  const kept = new Map<string, Set<string>>()
  const named = new Set<string>()
  const sandboxes = new Set<unknown>()
  const isOwn = (collection: string, doc: Document): boolean => {
    if (collection === organizations.name) return doc.id === organizationId
    // It has no organization, but standalone playgrounds name it.
    if (collection === blueprints.name) return named.has(doc.id)
    if (collection === webhookDeliveries.name) return sandboxes.has(Reflect.get(doc, 'sandbox_id'))
    if (Reflect.get(doc, 'organization_id') !== organizationId) return false
    const origin: unknown = Reflect.get(doc, 'origin')
    if (collection === playgrounds.name && typeof origin === 'object' && origin !== null) {
      const blueprint: unknown = Reflect.get(origin, 'blueprint_id')
      if (typeof blueprint === 'string') named.add(blueprint)
      else return kept.get(taskRuns.name)?.has(String(Reflect.get(origin, 'task_run_id'))) === true
    }
    const rule = dependent.find(([{ name }]) => name === collection)
    return rule === undefined || kept.get(rule[2].name)?.has(String(Reflect.get(doc, rule[1]))) === true
  }
  return {
    collections: [
      ...independent,
      ...dependent.map(([collection]) => collection),
      playgrounds,
      blueprints,
      webhookDeliveries,
    ].map(({ name }) => name),
    keeps(collection, doc) {
      if (!isOwn(collection, doc)) return false
      // Only documents of a collection are written to it.
      if (collection === playgrounds.name) for (const { id } of (doc as PlaygroundDoc).sandboxes) sandboxes.add(id)
      const ids = kept.get(collection) ?? new Set()
      kept.set(collection, ids.add(doc.id))
      return true
    },
    logs: () => kept.get(playgrounds.name) ?? [],
    wasFound: () => kept.has(organizations.name),
  }
}
