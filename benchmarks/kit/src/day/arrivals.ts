import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import type { Instance } from '../family.js'
import type { WorldDelta } from '../task.js'
import { instantAfter, secondsUntil } from './clock.js'
import type { Moment } from './moment.js'

type Step = NonNullable<Instance['scenario']>['steps'][number]
type Dataset = NonNullable<WorldDelta['datasets']>[number]

/**
 * Returns the instance with its inputs arriving at a moment of the day: messages of the laboratory, faxes, and lists in
 * the inbox. If the moment is a time, times in comparisons of its criteria move by as much. The chart is complete from
 * the start of the day.
 */
export function arriveAt(moment: Moment, instance: Instance): Instance {
  const { world, scenario, criteria } = instance
  const steps = (scenario?.steps ?? []).map((step) =>
    'at_seconds' in step || 'after' in step ? step : ({ ...step, ...moment } as Step),
  )
  const datasets = (world.datasets ?? []).map((dataset) => divide(dataset, moment))
  return {
    ...instance,
    world: { ...world, datasets: datasets.flatMap(({ kept }) => kept) },
    scenario: { steps: [...steps, ...datasets.flatMap(({ arriving }) => arriving)] },
    criteria: 'at_seconds' in moment ? laterBy(moment.at_seconds, criteria) : criteria,
  }
}

/**
 * Divides a dataset into the part that is present from the start of the day, and the steps in which the rest arrives.
 */
function divide(dataset: Dataset, moment: Moment): { kept: readonly Dataset[]; arriving: readonly Step[] } {
  const { messages, files } = dataset.config as JsonObject
  if (dataset.type === 'HL7' && Array.isArray(messages)) {
    const receive = (payload: JsonValue) => ({ type: 'receive_hl7', payload: String(payload), ...moment }) as Step
    return { kept: [], arriving: messages.map(receive) }
  }
  if (dataset.type !== 'Files' || !Array.isArray(files)) return { kept: [dataset], arriving: [] }
  const lists = files.filter(isList)
  const pages = files.filter((file) => !isList(file))
  return {
    kept: pages.length === 0 ? [] : [{ ...dataset, config: { files: pages } } as Dataset],
    arriving: lists.map(({ path, content }) => {
      const name = String(path).replace(/^inbox\//, '')
      return { type: 'drop_file_inbox', path: name, content: String(content), ...moment } as Step
    }),
  }
}

/** Whether a file is an input of the work, not a page of the handbook. */
function isList(file: JsonValue): file is JsonObject {
  return isJsonObject(file) && /^inbox\/(?!handbook\/)/.test(String(file.path))
}

/** Matches instants of the day that criteria compare with `$gt`, `$gte`, `$lt` or `$lte`, in JSON. */
const compared = /("\$(?:gte?|lte?)":")(2026-03-02T[0-9:.]+Z)(?=")/g

function laterBy(seconds: number, criteria: Instance['criteria']): Instance['criteria'] {
  const text = JSON.stringify(criteria).replaceAll(compared, (_, before: string, instant: string) => {
    return before + instantAfter(secondsUntil(instant) + seconds)
  })
  return JSON.parse(text) as Instance['criteria']
}
