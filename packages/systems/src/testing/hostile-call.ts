import type { JsonObject, JsonValue, RecordedBody, ScenarioStep, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'

const anyJson = fc.jsonValue() as fc.Arbitrary<JsonValue>

const anyBinary = fc.string({ unit: 'binary', maxLength: 12 })
const aName = fc.oneof(
  fc.constantFrom('..', '.', '%2e%2e', '%2f', '%00', '%', '%E0%A4%A', '__proto__', 'constructor', '', '\\', 'a'),
  anyBinary,
)
const aKey = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'type', 'id'), fc.string({ maxLength: 6 }))
const aMethod = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'BREW', '') },
  fc.string(),
)
const aQuery = fc.oneof(
  fc.string(),
  fc.constantFrom('limit=5', 'limit=x', 'cursor=%E0%A4%A', '%', 'a=1&a=2', '=', '&&', '_count=-1', '_sort=-', 'x=\0'),
)
const aHeader = fc.oneof(
  fc.constantFrom('text/csv', 'text/plain', 'application/json', 'application/xml', 'W/"1"', '*', ''),
  fc.string({ unit: 'binary' }),
)
const aBody: fc.Arbitrary<RecordedBody | null> = fc.oneof(
  fc.constant(null),
  fc.record({ json: anyJson }),
  fc.record({ json: fc.dictionary(aKey, anyJson) }),
  fc.record({ text: fc.string({ unit: 'binary' }) }),
  fc.record({ text: anyJson.map((value) => JSON.stringify(value)) }),
  fc.record({ base64: fc.oneof(fc.base64String(), fc.string()) }),
)

/**
 * Draws any call: pure noise, or one of `calls` with parts replaced by noise. `headers` are the names of the headers
 * that the simulator reads.
 */
export function hostileCall(
  headers: readonly string[],
  calls: fc.Arbitrary<SimulatorCall>,
): fc.Arbitrary<SimulatorCall> {
  const noise = {
    method: aMethod,
    path: fc.array(aName, { maxLength: 5 }).map((names) => names.join('/')),
    query: aQuery,
    headers: headers.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...headers), aHeader),
    body: aBody,
  }
  return fc.oneof(
    fc.record(noise),
    fc.tuple(calls, fc.record(noise, { requiredKeys: [] })).map(([call, parts]) => ({ ...call, ...parts })),
    fc.tuple(calls, aSpot).map(([call, spot]) => ({ ...call, body: spoilBody(call.body, spot) })),
  )
}

/** Draws any scenario step: of an unknown type, or of a known one with random or missing members. */
export function hostileStep(types: readonly string[], steps: fc.Arbitrary<ScenarioStep>): fc.Arbitrary<ScenarioStep> {
  const aType = fc.oneof(...(types.length === 0 ? [] : [fc.constantFrom(...types)]), fc.string())
  return fc.oneof(
    fc.tuple(aType, fc.dictionary(aKey, anyJson)).map(([type, members]) => ({ ...members, type })),
    fc.tuple(steps, aSpot).map(([step, spot]) => ({ ...spoilObject(step, spot), type: step.type })),
    fc.tuple(fc.string(), steps).map(([type, step]) => ({ ...step, type })),
  )
}

/** Where a value is corrupted, and with what. */
const aSpot = fc.record({
  at: fc.nat(400),
  depth: fc.nat(3),
  way: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  noise: anyBinary,
  key: aKey,
  value: fc.oneof(fc.constantFrom<JsonValue>(null, 0, '', true, [], {}), anyJson),
})
type Spot = typeof aSpot extends fc.Arbitrary<infer Value> ? Value : never

function spoilBody(body: RecordedBody | null, spot: Spot): RecordedBody {
  if (body === null) return { json: spot.value }
  if ('json' in body) return { json: spoil(body.json, spot) }
  if ('text' in body) return { text: spoilText(body.text, spot) }
  return { base64: spoilText(body.base64, spot) }
}

function spoilText(text: string, { at, noise }: Spot): string {
  const place = at % (text.length + 1)
  return text.slice(0, place) + noise + text.slice(place + noise.length)
}

/** Corrupts one location of a value, at most `depth` levels down; objects stay objects. */
function spoilObject(value: JsonObject, spot: Spot): JsonObject {
  const keys = Object.keys(value)
  const key = spot.way === 'add' ? spot.key : (keys[spot.at % keys.length] ?? spot.key)
  const member = Object.hasOwn(value, key) ? value[key] : undefined
  if (member === undefined) return { ...value, [key]: spot.value }
  const isDeepest = spot.depth === 0 || typeof member !== 'object'
  if (isDeepest && spot.way === 'remove') {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  }
  return { ...value, [key]: spoil(member, { ...spot, depth: spot.depth - 1 }) }
}

function spoil(value: JsonValue, spot: Spot): JsonValue {
  if (spot.depth < 0) return spot.value
  if (typeof value === 'string') return spoilText(value, spot)
  if (isArray(value)) {
    const place = spot.at % Math.max(value.length, 1)
    return value.map((item, index) => (index === place ? spoil(item, { ...spot, depth: spot.depth - 1 }) : item))
  }
  return typeof value === 'object' && value !== null ? spoilObject(value, spot) : spot.value
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
