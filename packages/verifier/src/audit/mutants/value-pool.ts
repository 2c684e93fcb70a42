import type { EvidencePart } from '../../evidence/evidence-part.js'
import type { ValuePool } from '../../evidence/mutation/record-change.js'
import type { EvidenceStateSource } from '../../evidence/state/evidence-source.js'
import { readWhole } from '../../evidence/state/evidence-state.js'
import { listSystems, selectState } from '../../evidence/state/keyed-states.js'

const referenceForm = /^([A-Z][A-Za-z]+)\/([A-Za-z0-9.-]+)$/

/** Collects values of the states, each kind on first use. */
export function createValuePool(parts: readonly EvidencePart[], states: readonly EvidenceStateSource[]): ValuePool {
  const known = new Map<string, readonly string[]>()
  const sorted = (name: string, valuesOf: (state: EvidenceStateSource) => Iterable<string>): readonly string[] => {
    let values = known.get(name)
    if (values === undefined) {
      values = [...new Set(states.flatMap((state) => [...valuesOf(state)]))].sort()
      known.set(name, values)
    }
    return values
  }
  return {
    otherReference(reference) {
      const [, type, id] = referenceForm.exec(reference) ?? []
      if (type === undefined || id === undefined) return undefined
      const other = findOther(
        sorted(`reference ${type}`, (state) => listIds(parts, state, type)),
        id,
      )
      return other && `${type}/${other}`
    },
    otherValue: (name, value, valuesOf) =>
      findOther(
        sorted(`value ${name}`, (state) =>
          listSystems(state).flatMap((system) => [...valuesOf(selectState(state, system))]),
        ),
        value,
      ),
  }
}

/** Returns the next value in order, wrapping around after the last. */
function findOther(sorted: readonly string[], value: string): string | undefined {
  return sorted.find((other) => other > value) ?? sorted.find((other) => other !== value)
}

function* listIds(parts: readonly EvidencePart[], state: EvidenceStateSource, type: string): Iterable<string> {
  for (const system of listSystems(state)) {
    for (const part of parts) {
      const whole = readWhole(part.name, selectState(state, system))
      if (whole !== undefined && part.ids !== undefined) yield* part.ids(whole, type)
    }
  }
}
