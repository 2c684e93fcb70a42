import { writers } from './calls.js'
import type { AgentCall, AgentCalls, Sequence } from './sequence.js'
import type { Texts } from './writer.js'

/** A step of a sequence: texts that one of the {@link writers} sends, or a function that returns the calls. */
export type Step =
  | { readonly group: string; readonly writer: string; readonly texts: Texts }
  | (() => Iterable<AgentCall>)

/** Makes a sequence of steps; `before` is what its longest piece cost when it was first tried. */
export function sequence(
  name: string,
  benchmark: string,
  before: string | undefined,
  ...steps: readonly Step[]
): Sequence {
  return {
    name,
    benchmark,
    ...(before !== undefined && { before }),
    *calls(knowledge): AgentCalls {
      for (const step of steps) {
        if (typeof step === 'function') yield* step()
        else yield* findWriter(step.group, step.writer)(knowledge, step.group, step.texts)
      }
    },
  }
}

function findWriter(group: string, name: string) {
  const writer = writers[group]?.[name]
  if (writer === undefined) throw new RangeError(`There is no writer "${name}" of ${group} in calls.ts.`)
  return writer
}

export function send(group: string, writer: string, count: number, at: Texts['at']): Step {
  return { group, writer, texts: { count, at } }
}

/** Returns a step that sends `count` entries in batch Bundles of at most `ofOne` entries. */
export function batches(count: number, ofOne: number, entryAt: (number: number) => object): Step {
  return function* () {
    for (let from = 0; from < count; from += ofOne) {
      const entry = Array.from({ length: Math.min(ofOne, count - from) }, (_, index) => entryAt(from + index))
      const body = JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry })
      yield { method: 'POST', group: 'fhir', type: 'application/fhir+json', body }
    }
  }
}

export function create(resource: { readonly resourceType: string }): object {
  return { resource, request: { method: 'POST', url: resource.resourceType } }
}

export function observation(number: number, valueString?: string) {
  const code = { coding: [{ code: `c${number}` }] }
  return { resourceType: 'Observation', status: 'final', code, ...(valueString !== undefined && { valueString }) }
}

export function repeat(part: string, size: number): string {
  return part.repeat(Math.ceil(size / part.length)).slice(0, size)
}
