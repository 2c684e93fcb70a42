import {
  type CallDescription,
  type JsonObject,
  type JsonValue,
  jsonContent,
  type SimulatorCall,
} from '@carebench/protocol'
import {
  defineSystem,
  type EventDescription,
  jsonAnswer,
  type NoiseScript,
  noiseCall,
  refuse,
  type SeedDataset,
  type Simulator,
  type SimulatorOutcome,
  unchanged,
} from '@carebench/systems'
import { changesOfJson, hideValue, jsonKind, listPart } from '@carebench/verifier'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** A prescription refill in the queue of the pharmacy. */
const refill = Type.Object({
  id: Type.String(),
  patient_id: Type.String(),
  drug: Type.String(),
  state: Type.Union([Type.Literal('queued'), Type.Literal('filled')]),
  quantity: Type.Union([Type.Integer(), Type.Null()]),
})
const fillForm = Type.Object({ quantity: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
type Refill = Static<typeof refill>

// What the agent can call: routes, the OpenAPI document, tools and the client follow from this.

const example = { id: 'rx-1', patient_id: 'p1', drug: 'metformin', state: 'queued', quantity: null }
const refillId = { refill_id: 'The id of the refill.' }

const calls = [
  {
    method: 'GET',
    path: '/refills',
    name: 'listRefills',
    summary: 'List the refills in the queue',
    status: 200,
    answer: jsonContent({ data: [example] }, Type.Object({ data: Type.Array(refill) })),
  },
  {
    method: 'GET',
    path: '/refills/{refill_id}',
    name: 'readRefill',
    summary: 'Read a refill',
    params: refillId,
    status: 200,
    answer: jsonContent(example, refill),
  },
  {
    method: 'POST',
    path: '/refills/{refill_id}/fill',
    name: 'fillRefill',
    summary: 'Fill a refill that is queued',
    params: refillId,
    body: jsonContent({ quantity: 30 }, fillForm),
    status: 200,
    answer: jsonContent({ ...example, state: 'filled', quantity: 30 }, refill),
  },
] as const satisfies readonly CallDescription[]

const events: readonly EventDescription[] = [
  { type: 'refill.filled', summary: 'The agent filled a refill', example: { id: 'rx-1', drug: 'metformin' } },
]

// What it leaves in the evidence: collections of assertions, mutants and the rows of reports follow from this.

const refills = jsonKind({
  collection: 'pharmacy.refills',
  noun: 'refills',
  madeBy: 'agent',
  name: (_, number) => `refill ${number}`,
  identifies: { id: ['patient_id'] },
  example: (drug) => ({ id: 'rx-1', patient_id: 'p1', drug, state: 'queued', quantity: null }),
})
const records = listPart({
  name: 'pharmacy',
  kinds: [hideValue(refills)],
  nameItem: ({ id }) => `refill ${String(id)}`,
  keyOf: ({ id }) => String(id),
  changes: (item, _, { pool, mayBeWrong }) => changesOfJson(item, { pool, accepts: mayBeWrong }),
})

// How it behaves: a state machine whose effects are logged, and applied again in a replay.

const datasetSchema = Type.Object(
  { refills: Type.Array(Type.Pick(refill, ['id', 'patient_id', 'drug'])) },
  { additionalProperties: false },
)

const stepSchema = Type.Object(
  { refill: Type.Pick(refill, ['id', 'patient_id', 'drug']) },
  { additionalProperties: false },
)

type State = Map<string, Refill>
type Effect = { readonly id: string; readonly quantity: number } | { readonly queued: Refill }

function seed(datasets: readonly SeedDataset[]): State {
  const rows = datasets.flatMap(({ config }) => (Value.Check(datasetSchema, config) ? config.refills : []))
  return new Map(rows.map((row) => [row.id, { ...row, state: 'queued', quantity: null }]))
}

function handle(state: State, { method, path, body }: SimulatorCall): SimulatorOutcome<Effect> {
  const [list, id, action, ...rest] = path.split('/')
  if (list !== 'refills' || rest.length > 0) return refuse('RESOURCE_NOT_FOUND', 'There is no such page.')
  const allowed = action === undefined ? 'GET' : 'POST'
  if (method !== allowed) return refuse('METHOD_NOT_ALLOWED', `It takes ${allowed}, got ${method}.`, { allow: allowed })
  if (id === undefined) return unchanged(jsonAnswer(200, { data: [...state.values()] }))
  const found = state.get(id)
  if (found === undefined) return refuse('RESOURCE_NOT_FOUND', `There is no refill ${id}.`)
  if (action === undefined) return unchanged(jsonAnswer(200, found))
  if (action !== 'fill') return refuse('RESOURCE_NOT_FOUND', 'A refill can be filled: POST …/fill.')
  const form: unknown = body !== null && 'json' in body ? body.json : null
  if (!Value.Check(fillForm, form)) return refuse('INVALID_REQUEST', 'Expected {"quantity":30}.')
  if (found.state !== 'queued') return refuse('CONFLICT', `The refill ${id} is ${found.state}.`)
  const { quantity } = form
  return {
    response: jsonAnswer(200, { ...found, state: 'filled', quantity }),
    effects: [{ id, quantity }],
    events: [{ type: 'refill.filled', data: { id, drug: found.drug } }],
  }
}

function* noise(): NoiseScript {
  yield noiseCall('pharmacy', 'GET', 'refills')
  yield noiseCall('pharmacy', 'GET', 'refills/none')
  yield noiseCall('pharmacy', 'POST', 'refills/none/fill', { json: { quantity: 1 } })
}

const behaviour: Simulator<JsonObject, State, Effect> = {
  headers: [],
  configSchema: Type.Object({}, { additionalProperties: false }),
  scenarioSteps: ['queue_refill'],
  seed: (_config, datasets) => seed(datasets),
  fork: (state) => new Map(state),
  handle: (state, _group, call) => handle(state, call),
  due: () => ({ effects: [], events: [] }),
  inject(_state, { type, system: _, ...step }) {
    if (!Value.Check(stepSchema, step)) throw new Error(`Expected {"type":"${type}","refill":{…}}.`)
    return { effects: [{ queued: { ...step.refill, state: 'queued', quantity: null } }], events: [] }
  },
  apply(state, effect) {
    const { id, ...changed } = 'queued' in effect ? effect.queued : { ...effect, state: 'filled' as const }
    const found = 'queued' in effect ? effect.queued : state.get(id)
    if (found !== undefined) state.set(id, { ...found, ...changed })
  },
  evidence: (state): { readonly pharmacy: readonly JsonValue[] } => ({ pharmacy: [...state.values()] }),
  noise,
}

/** A pharmacy with a queue of refills. */
export const pharmacy = defineSystem({
  type: 'Pharmacy',
  title: 'a pharmacy',
  group: { name: 'pharmacy', summary: 'Work on the queue of refills', jsonMediaTypes: ['application/json'] },
  calls,
  events,
  dataset: { type: 'Refills', configSchema: datasetSchema },
  steps: [{ type: 'queue_refill', summary: 'Put a refill into the queue', schema: stepSchema }],
  records: [records],
  checks: [],
  behaviour,
})
