import { createSeededRandom, type Random, randomInteger } from '@carebench/protocol'
import { readLists, readSystem, writers } from './calls.js'
import type { AgentCalls, Knowledge, Sequence } from './sequence.js'
import { hostileText, textKinds } from './texts.js'
import type { Texts } from './writer.js'

/** A task of a benchmark for which sequences are drawn, with the groups of its systems. */
export interface Place {
  readonly benchmark: string
  readonly task: string
  readonly groups: readonly string[]
}

/** Numbers of texts and their sizes in characters, from many small texts to few large ones. */
const volumes = [
  { name: 'many small', count: 300, size: 200 },
  { name: 'some', count: 60, size: 8000 },
  { name: 'few large', count: 6, size: 99_000 },
  { name: 'two of almost 1 MiB', count: 2, size: 990_000 },
] as const

interface Step {
  readonly group: string
  readonly writer: string
  readonly kind: string
  readonly volume: (typeof volumes)[number]
  readonly isEqual: boolean
  readonly isRead: boolean
}

/**
 * Draws the sequence with this number, which is the same whenever the seed and the places are. Successive numbers take
 * the places in turn, and the systems of each place in turn, so that all are tried equally often.
 *
 * @param share - scales the number and the sizes of the texts; 1 is the full size
 */
export function drawSequence(places: readonly Place[], seed: number, number: number, share: number): Sequence {
  const place = places[number % places.length]
  if (place === undefined) throw new RangeError('Expected at least one place.')
  const random = createSeededRandom(seed, number)
  const first = place.groups[Math.floor(number / places.length) % place.groups.length] ?? ''
  const others = Array.from({ length: randomInteger(random, 0, 2) }, () => pickOne(place.groups, random))
  const steps = [...new Set([first, ...others])].map((group) => drawStep(group, random))
  const output = randomInteger(random, 0, 3) === 0 ? drawOutput(random) : undefined
  return {
    name: steps.map(describe).join('; ') + (output === undefined ? '' : '; a long output'),
    benchmark: place.benchmark,
    task: place.task,
    ...(output !== undefined && { output }),
    *calls(knowledge) {
      for (const step of steps) yield* listCalls(step, knowledge, share)
    },
  }
}

function pickOne<Value>(values: readonly Value[], random: Random): Value {
  const value = values[randomInteger(random, 0, values.length - 1)]
  if (value === undefined) throw new RangeError('Expected at least one value.')
  return value
}

function drawStep(group: string, random: Random): Step {
  return {
    group,
    writer: pickOne(Object.keys(writers[readSystem(group)] ?? {}), random),
    kind: pickOne(textKinds, random),
    volume: pickOne(volumes, random),
    isEqual: randomInteger(random, 0, 2) === 0,
    isRead: randomInteger(random, 0, 1) === 0,
  }
}

function drawOutput(random: Random): object {
  const [kind, count] = [pickOne(textKinds, random), pickOne([1, 9000], random)]
  return { answer: Array.from({ length: count }, (_, at) => hostileText(kind, 300_000 / count, '', at)) }
}

function describe({ group, writer, kind, volume: { name, count, size }, isEqual, isRead }: Step): string {
  const what = group === 'wait' ? '' : ` of ${size / 1000} kB, ${kind}, ${isEqual ? 'equal' : 'different'} (${name})`
  return `${group}: ${count} ${writer}${what}${isRead ? ', lists read' : ''}`
}

function* listCalls(
  { group, writer, kind, volume, isEqual, isRead }: Step,
  knowledge: Knowledge,
  share: number,
): AgentCalls {
  const instruction: string = knowledge.taskItem?.instruction ?? JSON.stringify(knowledge.taskItem)
  const size = volume.size * share
  const equal = hostileText(kind, size, instruction, undefined)
  const texts: Texts = {
    count: Math.ceil(volume.count * share),
    at: (number) => (isEqual ? equal : hostileText(kind, size, instruction, number)),
  }
  const write = writers[readSystem(group)]?.[writer]
  if (write === undefined) throw new Error(`There is nothing to send to ${group} as ${writer}.`)
  yield* write(knowledge, group, texts)
  if (isRead) yield* readLists(group, 3)
}
