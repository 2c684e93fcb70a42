import {
  type CallDescription,
  createSeededRandom,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RecordedBody,
  type SimulatorCall,
} from '@carebench/protocol'
import { defaultSystems, type RunningSimulator, type SimulatorContext, type System } from '@carebench/systems'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { drawValues } from './values/schema-values.js'

const at = '2026-01-05T09:00:00.000Z'
const hooks = ['patient-view', 'order-select', 'order-sign', 'order-dispatch', 'appointment-book', 'encounter-start']
const card = { summary: 'Look.', indicator: 'info', source: { label: 'Clinic' } }
const patient = { resourceType: 'Patient', id: 'p1', active: true, name: [{ family: 'Sample', given: ['Jordan'] }] }

/** Configurations with which the examples of calls refer to things that exist. */
const configs: Readonly<Record<string, JsonObject>> = {
  Payer: { accept_unknown_members: true },
  X12: {
    payer: { name: 'EXAMPLE HEALTH PLAN', id: 'EXAMPLE1' },
    members: [{ member_id: 'M12345', patient_id: 'p1', last_name: 'Sample' }],
  },
  Voice: { ivr: { start: 'a', menus: { a: { prompt: 'Press 1.', options: [{ dtmf: '1', go_to: { menu: 'a' } }] } } } },
  CDSHooks: {
    services: hooks.map((hook) => ({ id: hook, hook, title: hook, description: hook, rules: [{ card }] })),
  },
}

/** Opens a system with the configuration and the data that the examples of its calls need. */
function open(system: System, { name }: Pick<CallDescription, 'name'>) {
  const datasets =
    system.type === 'FHIR'
      ? [
          {
            type: 'FHIR',
            config: { bundle: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: patient }] } },
          },
        ]
      : []
  let seed = 1
  const context = (): SimulatorContext => ({ at, random: createSeededRandom(seed++) })
  const answersDenial = name === 'appealDenial' || name === 'requestPeerToPeer'
  const denial = { default_determination: { status: 'denied', reason: 'No.' } }
  const config = { ...configs[system.type], ...(answersDenial && denial) }
  const running = system.seed(config, datasets, context())
  const group = system.group?.name ?? ''
  const send = (call: SimulatorCall, on: RunningSimulator = running) => {
    const { response, effects } = on.handle(group, call, context())
    for (const effect of effects) on.apply(effect)
    return { status: response.status, json: readJson(response.body) }
  }
  return { system, running, send }
}

function readJson(body: RecordedBody | null): JsonObject {
  return body !== null && 'json' in body && isJsonObject(body.json) ? body.json : {}
}

function request(call: CallDescription, params: Readonly<Record<string, string>>, body: RecordedBody | null) {
  const path = call.path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x-1')
  const [mediaType = 'application/json'] = Object.keys(call.body ?? {})
  return { method: call.method, path, query: '', headers: { 'content-type': mediaType }, body }
}

type Opened = ReturnType<typeof open>

/** Creates the records that the paths name; returns their parameters. */
function prepare({ system, send }: Opened): Record<string, string> {
  const params: Record<string, string> = { type: 'Patient', resource_id: 'p1', service_id: 'order-sign', name: 'a.csv' }
  for (const [name, member, parameter] of [
    ['submitPriorAuth', 'auth_number', 'auth_number'],
    ['startCall', 'id', 'call_id'],
    ['callService', 'cards', 'card'],
  ] as const) {
    const call = system.calls.find((one) => one.name === name)
    if (call === undefined) continue
    const made = send(request(call, params, readExample(call))).json[member]
    const [first = null] = Array.isArray(made) ? made : [made ?? null]
    params[parameter] = String(isJsonObject(first) ? first.uuid : first)
  }
  return params
}

function readExample({ body = {} }: CallDescription): RecordedBody | null {
  const [media] = Object.values(body)
  return media === undefined ? null : { json: media.example }
}

const systems: readonly System[] = defaultSystems
const withSchema = systems.flatMap((system) =>
  system.calls.flatMap((call) => {
    const [media] = Object.values(call.body ?? {})
    return media?.schema === undefined
      ? []
      : [{ name: `${system.type} ${call.name}`, system, call, schema: media.schema }]
  }),
)

/**
 * Applies the rules that are only in the descriptions: check digits, dates in the past, the address of a channel, ids
 * that exist, and no blank texts.
 */
function asDescribed(json: JsonValue, params: Readonly<Record<string, string>>): JsonValue {
  if (!isJsonObject(json)) return json
  const addresses: Readonly<Record<string, string>> = { sms: '+15550100142', email: 'ada@example.org', chat: 'desk' }
  // Answers belong to a policy, and this payer has no policy.
  const { answers: _, ...rest } = json
  return {
    ...rest,
    ...('provider_npi' in json && { provider_npi: '1234567893' }),
    ...('patient_dob' in json && { patient_dob: '1961-04-30' }),
    ...('channel' in json && { to: addresses[String(json.channel)] ?? '' }),
    ...('payer_id' in json && { payer_id: 'EXAMPLE1' }),
    ...('patient_id' in json && { patient_id: 'p1' }),
    ...(isJsonObject(json.context) && { context: withOrders(json.context) }),
    ...(Array.isArray(json.feedback) && { feedback: json.feedback.slice(0, 1).map((one) => ofCard(one, params)) }),
    ...(Array.isArray(json.attachments) && { attachments: json.attachments.map((one) => asDescribed(one, params)) }),
    ...('document_type' in json && json.text === '' && { text: 'a' }),
    ...('media_type' in json && 'content_base64' in json && { media_type: 'text/plain', content_base64: 'T0s=' }),
  }
}

/** Rounds all numbers to whole ones of at least 1. */
function withShortNumbers(json: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(json), (_, value: JsonValue) =>
    typeof value === 'number' ? Math.max(1, Math.round(value)) : value,
  ) as JsonValue
}

/** Makes the selections refer to the draft orders. */
function withOrders(context: JsonObject): JsonObject {
  const draftOrders = { resourceType: 'Bundle', entry: [{ resource: { resourceType: 'ServiceRequest', id: 'a' } }] }
  return context.selections === undefined ? context : { ...context, draftOrders, selections: ['ServiceRequest/a'] }
}

/** Makes the feedback refer to a returned card, which has neither suggestions nor reasons to override it. */
function ofCard(feedback: JsonValue, { card = '' }: Readonly<Record<string, string>>): JsonValue {
  const { acceptedSuggestions: _, overrideReason: __, ...rest } = isJsonObject(feedback) ? feedback : {}
  return { ...rest, card, outcomeTimestamp: at }
}

describe.each(withSchema)('$name', ({ system, call, schema }) => {
  it('accepts its example', () => {
    const opened = open(system, call)
    const params = prepare(opened)
    // The card in the example belongs to another service.
    if (call.name === 'giveFeedback') return
    const query = call.openQuery === true ? '_id=p1' : ''
    const { status, json } = opened.send({ ...request(call, params, readExample(call)), query })
    expect([status, json]).toEqual([call.status, json])
  })

  it('rejects no value generated from its schema because of its shape', () => {
    // The content of a resource is defined by FHIR and by the profiles of the server.
    if (system.type === 'FHIR') return
    const opened = open(system, call)
    const params = prepare(opened)
    fc.assert(
      fc.property(drawValues(schema), (drawn) => {
        const described = asDescribed(withShortNumbers(drawn), params)
        // A correction must change something.
        const json = call.name === 'amendPriorAuth' && isJsonObject(described) ? { ...described, units: 7 } : described
        const service_id = isJsonObject(json) && typeof json.hook === 'string' ? json.hook : 'order-sign'
        const { status, json: answer } = opened.send(
          request(call, { ...params, service_id }, { json }),
          opened.running.fork(),
        )
        expect([400, 413, 415, 422].includes(status) ? answer : 'taken').toBe('taken')
      }),
      { numRuns: 8 * inject('scale') },
    )
  })

  it('rejects an unknown field, and lists the known fields', () => {
    if (['FHIR', 'CDSHooks'].includes(system.type)) return
    const opened = open(system, call)
    const params = prepare(opened)
    const sent = readExample(call)
    const json = sent !== null && 'json' in sent && isJsonObject(sent.json) ? { ...sent.json, service_dat: 'x' } : {}
    const { status, json: answer } = opened.send(request(call, params, { json }))
    expect([400, 422]).toContain(status)
    const fields = Object.keys((schema as { properties?: object }).properties ?? {})
    for (const field of ['service_dat', ...fields]) expect(JSON.stringify(answer)).toContain(field)
  })
})

/** Values of parameters that are not numbers. */
const queryValues: Readonly<Record<string, string>> = { procedure_code: '27447', service_date: '2026-01-05' }

/** Parameters without which a call is rejected. */
const requiredQuery: Readonly<Record<string, string>> = { checkRequirements: 'procedure_code' }

describe.each(systems.filter(({ group }) => group !== null && group.name !== 'fhir'))(
  'the queries of $type',
  (system) => {
    it.each(system.calls.map((call) => [call.name, call] as const))(
      '%s accepts exactly the parameters that it declares',
      (_, call) => {
        const opened = open(system, call)
        const params = prepare(opened)
        const send = (query: string) => opened.send({ ...request(call, params, readExample(call)), query })
        const refused = send('colour=blue')
        expect(refused.status).toBe(400)
        for (const name of ['colour', ...Object.keys(call.query ?? {})])
          expect(JSON.stringify(refused.json)).toContain(name)
        for (const [name, parameter] of Object.entries(call.query ?? {})) {
          const values = typeof parameter === 'object' ? parameter.enum : undefined
          if (name === 'cursor') continue
          const required = requiredQuery[call.name]
          const before = required === undefined || required === name ? '' : `${required}=${queryValues[required]}&`
          for (const value of values ?? [queryValues[name] ?? '1'])
            expect([name, send(`${before}${name}=${value}`).status]).toEqual([name, 200])
          if (values !== undefined) expect([name, send(`${before}${name}=blue`).status]).toEqual([name, 400])
        }
      },
    )
  },
)
