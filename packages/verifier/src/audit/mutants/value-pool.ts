import type { JsonObject } from '@carebench/protocol'
import type { EvidenceStateSource } from '../../evidence/evidence-source.js'
import { storeOf } from './mutate-state.js'

/** Values that stand elsewhere in the states, with which one value can be taken for another. */
export interface ValuePool {
  /** Another resource of the same type as `Type/id` refers to; undefined if there is none. */
  otherReference(reference: string): string | undefined
  /** Another value of the same column of a portal resource; undefined if there is none. */
  otherCell(resource: string, key: string, value: string): string | undefined
}

const referenceForm = /^([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]+)$/

/** Collects values of the states, each kind when it is first asked for. */
export const createValuePool = (states: readonly EvidenceStateSource[]): ValuePool => {
  const ids = new Map<string, readonly string[]>()
  const cells = new Map<string, readonly string[]>()
  return {
    otherReference(reference) {
      const [, type, id] = referenceForm.exec(reference) ?? []
      if (type === undefined || id === undefined) return undefined
      const other = otherOf(
        kept(ids, type, () => idsOf(states, type)),
        id,
      )
      return other && `${type}/${other}`
    },
    otherCell: (resource, key, value) =>
      otherOf(
        kept(cells, `${resource}\n${key}`, () => cellsOf(states, resource, key)),
        value,
      ),
  }
}

const kept = (known: Map<string, readonly string[]>, key: string, make: () => readonly string[]): readonly string[] => {
  const values = known.get(key) ?? make()
  known.set(key, values)
  return values
}

/** The value that follows in order, after the last one the first. */
const otherOf = (sorted: readonly string[], value: string): string | undefined =>
  sorted.find((other) => other > value) ?? sorted.find((other) => other !== value)

const idsOf = (states: readonly EvidenceStateSource[], type: string): readonly string[] => {
  const ids = new Set<string>()
  for (const { fhir } of states) {
    for (const { resource } of fhir === undefined ? [] : storeOf(fhir).resources(type)) {
      if (typeof resource.id === 'string') ids.add(resource.id)
    }
  }
  return [...ids].sort()
}

const cellsOf = (states: readonly EvidenceStateSource[], resource: string, key: string): readonly string[] => {
  const values = new Set<string>()
  for (const { portal = {} } of states) {
    for (const row of (Object.hasOwn(portal, resource) && portal[resource]) || []) {
      const value = cell(row, key)
      if (typeof value === 'string') values.add(value)
    }
  }
  return [...values].sort()
}

const cell = (row: JsonObject | null, key: string) => (row && Object.hasOwn(row, key) ? row[key] : undefined)
