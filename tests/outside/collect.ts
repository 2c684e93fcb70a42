/**
 * Writes what our systems send into a folder, for third-party validators: `x12/`, `hl7/`, `fhir/`, and `payer-2.2/` and
 * `payer-2.0/` by versions of their guides; one message per file, without duplicates. The messages come from the
 * solvers on the frozen tasks of dev, the recorded agents on the fixtures, the noise of each system, and the answers of
 * systems to malformed messages; the charts are those of all these and a generated one.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureNames, fixtures } from '@carebench/fixtures'
import type { EvidenceSnapshot, EvidenceState, JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { generateRecord } from '@carebench/systems/patients'
import { hl7Simulator } from '../../packages/systems/src/hl7/behaviour.js'
import type { Simulator } from '../../packages/systems/src/simulator.js'
import { runNoise } from '../../packages/systems/src/testing/run-noise.js'
import { beginning, contextAt, createSimulatorHost } from '../../packages/systems/src/testing/simulator-host.js'
import { x12Simulator } from '../../packages/systems/src/x12/behaviour.js'
import { solveFrozenTasks } from '../benchmark-solvers/frozen-tasks.js'
import { createBenchmarkTestbed } from '../benchmark-testbed.js'
import { playAll, read } from '../benchmarks/played-benchmark.js'
import { electronicResponses } from './electronic-responses.js'

/**
 * Maximum number of resources of one type with the same members: validation is slow, and further ones would have the
 * same findings.
 */
const ofOneShape = 2

type ResourceFolder = 'fhir' | 'payer-2.2' | 'payer-2.0'

class Collection {
  readonly #folder: string
  readonly #texts = new Set<string>()
  readonly #shapes = new Map<string, number>()
  readonly counts: Record<string, number> = { x12: 0, hl7: 0, fhir: 0, 'payer-2.2': 0, 'payer-2.0': 0 }

  constructor(folder: string) {
    this.#folder = folder
    for (const kind of Object.keys(this.counts)) mkdirSync(join(folder, kind), { recursive: true })
  }

  add(kind: 'x12' | 'hl7' | ResourceFolder, source: string, text: string): void {
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    this.counts[kind] = (this.counts[kind] ?? 0) + 1
    const number = String(this.counts[kind]).padStart(5, '0')
    writeFileSync(join(this.#folder, kind, `${number}-${source}.${text.startsWith('{') ? 'json' : 'txt'}`), text)
  }

  addResource(source: string, resource: JsonObject, kind: ResourceFolder = 'fhir'): void {
    const shape = `${kind} ${String(resource.resourceType)} ${describeShape(resource)}`
    const known = this.#shapes.get(shape) ?? 0
    this.#shapes.set(shape, known + 1)
    if (known < ofOneShape) this.add(kind, `${source}-${String(resource.resourceType)}`, JSON.stringify(resource))
  }

  addEvidence(source: string, state: EvidenceState): void {
    for (const { direction, payload } of state.x12 ?? []) this.add('x12', `${source}-${direction}`, payload)
    for (const { direction, payload } of state.hl7 ?? []) this.add('hl7', `${source}-${direction}`, payload)
    for (const resource of state.fhir ?? []) this.addResource(source, resource)
    for (const [key, system] of Object.entries(state.systems ?? {})) this.addEvidence(`${source}-${key}`, system)
  }

  /** Adds the resources in a response body, including those in a Bundle or in Parameters. */
  addBody(folder: ResourceFolder, body: JsonValue): void {
    if (Array.isArray(body)) for (const member of body) this.addBody(folder, member)
    if (!isJsonObject(body)) return
    if (typeof body.resourceType === 'string') this.addResource('payer', body, folder)
    else for (const member of Object.values(body)) this.addBody(folder, member)
  }
}

/** Describes the names of a value's members at all depths. Items of a list with the same names count once. */
function describeShape(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(describeShape))].sort().join()}]`
  if (!isJsonObject(value)) return ''
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${key}${describeShape(value[key])}`)
    .join()}}`
}

/** Plays the noise of a system: each call, with its response. */
function playNoise<Config extends JsonObject, State, Effect extends JsonValue>(
  simulator: Simulator<Config, State, Effect>,
  config: Config,
) {
  const state = simulator.seed(config, [], contextAt(beginning))
  const host = createSimulatorHost(simulator)
  const made = runNoise(simulator, host, config, state)
  const send = (group: string, path: string, body: JsonObject) =>
    host.run(state, [{ wait: 0, group, call: { method: 'POST', path, query: '', headers: {}, body: { json: body } } }])
      .outcomes[0]?.response?.body
  const calls = made.map(({ call, response: { body } }) => ({
    sent: call.body !== null && 'json' in call.body ? call.body.json : undefined,
    answer: body !== null && 'json' in body ? body.json : undefined,
  }))
  return { calls, send, evidence: simulator.evidence(state) }
}

function collectNoise(to: Collection): void {
  const hl7 = playNoise(hl7Simulator, {})
  for (const { sent, answer } of hl7.calls) {
    if (!isJsonObject(answer) || typeof answer.ack !== 'string') continue
    to.add('hl7', 'ack', answer.ack)
    if (isJsonObject(sent) && typeof sent.payload === 'string') collectRefusals(to, sent.payload, hl7.send)
  }
  const members = [{ member_id: 'NOISE-1', last_name: 'noise', birth_date: '1970-01-01' }]
  const x12 = playNoise(x12Simulator, { members })
  for (const { direction, payload } of x12.evidence.x12 ?? []) to.add('x12', `noise-${direction}`, payload)
  for (const version of ['2.2', '2.0'] as const) {
    for (const body of electronicResponses(version)) to.addBody(`payer-${version}`, body)
  }
}

/**
 * Acknowledgments of a message of each version, and of one with errors: without a segment, with an invalid date, of no
 * type.
 */
function collectRefusals(
  to: Collection,
  payload: string,
  send: (group: string, path: string, body: JsonObject) => unknown,
): void {
  const lines = payload.split('\r')
  for (const version of ['2.1', '2.3', '2.4', '2.5', '2.5.1']) {
    const changed = payload.replace(/^((?:[^|]*\|){11})[^|\r]*/, `$1${version}`)
    const broken = [
      changed,
      lines.length > 2 ? changed.replace(`\r${lines[1]}`, '') : changed,
      changed.replace(/^((?:[^|]*\|){6})[^|]*/, '$1tomorrow'),
      changed.replace(/^((?:[^|]*\|){8})[^|]*/, '$1ZZZ^Z99'),
      changed.replace(/^((?:[^|]*\|){10})[^|]*/, '$1?'),
    ]
    for (const text of broken) {
      const body = send('hl7', 'outbound', { payload: text })
      const json = isBody(body) ? body.json : undefined
      if (isJsonObject(json) && typeof json.ack === 'string') to.add('hl7', `ack-${version}`, json.ack)
    }
  }
}

function isBody(body: unknown): body is { readonly json: JsonValue } {
  return typeof body === 'object' && body !== null && 'json' in body
}

async function collectFixtures(to: Collection): Promise<void> {
  for (const name of fixtureNames) {
    const testbed = await createBenchmarkTestbed(undefined, fixtures[name])
    const { played } = await playAll(name, testbed, ['good', 'careless'])
    for (const run of Object.values(played)) {
      for (const { id } of run?.run.tasks ?? []) {
        const { evidence }: { evidence: EvidenceSnapshot } = await read(testbed, `/task-runs/${id}/record`)
        to.addEvidence(name, evidence)
      }
    }
  }
}

const [folder, ...families] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to write to: collect.ts FOLDER [FAMILY …]')
const collection = new Collection(folder)
for (const resource of generateRecord({ seed: 11, patients: 200, now: '2026-03-02T18:00:00Z' }))
  collection.addResource('generated', resource)
collectNoise(collection)
await collectFixtures(collection)
const isWanted = (name: string) => families.length === 0 || families.some((family) => name.startsWith(family))
await solveFrozenTasks('dev', isWanted, ({ name, evidence }) => {
  collection.addEvidence(name, evidence)
})
console.log(JSON.stringify(collection.counts))
