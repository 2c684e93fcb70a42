import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Steps } from '@carebench/protocol/wire'
import { pointerTo } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { digestJson, digestJsonInSteps } from './canonical-json.js'

/** Parts that are split into their members, so that changes are located more precisely. */
const divided: ReadonlySet<string> = new Set([
  '',
  '/criteria',
  '/evidence',
  '/evidence/initial',
  '/evidence/without_agent',
  '/environment',
  '/environment/simulators',
  '/environment/datasets',
  '/result',
  '/result/criterion_runs',
  '/task_runs',
])

/** Returns the digests of the parts of a record by JSON Pointer, without the seal and the log, in steps. */
export function* digestPartsInSteps(record: JsonObject): Steps<Readonly<Record<string, string>>> {
  const { seal: _, log: __, ...content } = record
  const digests: [string, string][] = []
  yield* collect('', content, digests)
  return Object.fromEntries(digests)
}

/** A task run inside a run has a seal of its own, which represents it. */
const hasOwnSeal = /^\/task_runs\/\d+$/

function* collect(pointer: string, value: JsonValue, digests: [string, string][]): Steps<void> {
  yield
  if (hasOwnSeal.test(pointer) && isJsonObject(value)) {
    digests.push([pointer, digestJson(value.seal ?? null)])
  } else if (!divided.has(pointer) || typeof value !== 'object' || value === null) {
    digests.push([pointer, yield* digestJsonInSteps(value)])
  } else if (isJsonObject(value)) {
    const keys = Object.keys(value).sort()
    digests.push([pointer, digestJson(keys)])
    for (const key of keys) yield* collect(pointerTo(pointer, key), value[key] ?? null, digests)
  } else {
    digests.push([pointer, digestJson(value.length)])
    for (const [index, item] of value.entries()) yield* collect(pointerTo(pointer, index), item, digests)
  }
}

/** Whether the digest of a part covers only the names, or the number, of its members. */
export function isDivided(pointer: string): boolean {
  return divided.has(pointer)
}

/** Returns the digest of one log entry, which depends on all entries before it, in steps. */
export function digestEntryInSteps(before: string | undefined, entry: JsonValue): Steps<string> {
  return digestJsonInSteps([before ?? null, entry])
}

/** Returns the digests of the entries of a log, in steps. */
export function* digestLogInSteps(log: readonly JsonValue[]): Steps<readonly string[]> {
  const chain: string[] = []
  for (const entry of log) {
    chain.push(yield* digestEntryInSteps(chain.at(-1), entry))
    yield
  }
  return chain
}

/** Returns the digest of a whole record. An empty log differs from a missing one. */
export function digestSeal(parts: JsonObject, log: readonly string[] | undefined): string {
  return digestJson([parts, log === undefined ? null : (log.at(-1) ?? '')])
}
