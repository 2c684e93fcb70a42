import type { JsonObject, JsonValue, SimulatorCall } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { type AnySimulator, faxSystem, messageSystem, patientSystem, voiceSystem } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { buildBase } from '../playground/base-cache.js'
import { ExternalServiceError } from '../playground/calls/consultation.js'
import type { Outside, PersonaQuestion } from '../playground/calls/outside.js'
import { createAppendKeys } from '../playground/log/append-entries.js'
import { Playground } from '../playground/playground.js'
import { foldLog } from '../playground/replay/fold-log.js'
import { replayLog } from '../playground/replay/replay.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'

const appendKey = createAppendKeys('one')

const base = buildBase(
  {
    id: 'blueprint',
    created_at: '2026-01-05T09:00:00.000Z',
    simulators: [
      { type: 'Fax', config: {} },
      { type: 'Message', config: {} },
      {
        type: 'Patient',
        config: { identity: 'none', addresses: { sms: ['+15550100150'] }, model: { instructions: 'You are Ada.' } },
      },
      {
        type: 'Voice',
        config: {
          personas: {
            clerk: { model: { instructions: 'You are a clerk.' }, rules: [{ when: 'bill', say: 'By rule.' }] },
          },
          numbers: { '+15550100142': { persona: 'clerk' } },
        },
      },
    ],
    datasets: [],
  },
  new Map<string, AnySimulator>([
    [faxSystem.type, faxSystem],
    [messageSystem.type, messageSystem],
    [patientSystem.type, patientSystem],
    [voiceSystem.type, voiceSystem],
  ]),
)

function open(outside: Outside) {
  const { log } = createMemoryStore()
  const playground = new Playground({
    id: 'pg',
    log,
    appendKey,
    now: () => 0,
    seed: 1,
    base,
    entries: [],
    outside,
  })
  return Object.assign(playground, { logged: () => log.read('pg') })
}

function posting(path: string, json: JsonObject): SimulatorCall {
  return {
    method: 'POST',
    path,
    query: '',
    headers: {},
    body: { json },
  }
}

function toJson(answer: { body: object | null } | undefined): JsonValue {
  return answer?.body && 'json' in answer.body ? (answer.body.json as JsonValue) : null
}

const fax = posting('', {
  to_number: '+15550100142',
  document_type: 'referral',
  content_base64: btoa('%PDF-1.7 …'.replace('…', '')),
  media_type: 'application/pdf',
})

describe('an external service', () => {
  it('is called once; its response is recorded, and a replay gives the same without calling it', async () => {
    const asked: unknown[] = []
    const playground = open({
      readDocument: async (document) => {
        asked.push([document.mediaType, new TextDecoder().decode(document.bytes)])
        return { text: 'Referral of Ada', pages: 2 }
      },
      speakAsPersona: async ({ heard, channel, instructions, transcript }: PersonaQuestion) => {
        asked.push([instructions, channel, transcript.length])
        return `You said ${heard}`
      },
    })
    await playground.call('Fax', 'faxes', fax, 'agent')
    const sent = await playground.call(
      'Message',
      'messages',
      posting('', { channel: 'sms', to: '+15550100150', body: 'Blue?' }),
      'agent',
    )
    const started = await playground.call('Voice', 'voice', posting('calls', { to: '+15550100142' }), 'agent')
    const { id } = toJson(started) as { readonly id: string }
    await playground.call('Voice', 'voice', posting(`calls/${id}/turns`, { text: 'My bill?' }), 'agent')
    const turn = await playground.call('Voice', 'voice', posting(`calls/${id}/turns`, { text: 'Blue?' }), 'agent')
    expect(asked).toEqual([
      ['application/pdf', '%PDF-1.7 '],
      ['You are Ada.', 'sms', 0],
      ['You are a clerk.', 'voice', 4],
    ])
    expect(toJson(sent)).toMatchObject({ status: 'delivered' })
    expect(toJson(turn)).toMatchObject({ heard: [{ text: 'You said Blue?' }] })
    const { faxes, messages, voice } = playground.evidence().final
    expect(faxes).toMatchObject([{ text: 'Referral of Ada', pages: 2 }])
    expect(messages?.[1]).toMatchObject({ direction: 'inbound', body: 'You said Blue?' })
    expect(voice?.[0]?.turns.map(({ text }) => text)).toEqual([
      'Hello, how can I help you?',
      'My bill?',
      'By rule.',
      'Blue?',
      'You said Blue?',
    ])
    expect(
      (await playground.logged()).map(({ answers }) => answers?.map(({ port, answer }) => [port, answer])),
    ).toEqual([
      [['read-document', { text: 'Referral of Ada', pages: 2 }]],
      [['speak-as-persona', { say: 'You said Blue?' }]],
      undefined,
      undefined,
      [['speak-as-persona', { say: 'You said Blue?' }]],
    ])
    expect(replayLog(base, 1, await playground.logged())).toBe(null)
    expect(foldLog(base, 1, await playground.logged()).final.faxes).toEqual(faxes)
    const unanswered = (await playground.logged()).map(({ answers: _, ...entry }) => entry)
    expect(replayLog(base, 1, unanswered)).toMatchObject({ seq: 1 })
  })

  it('that does not respond leaves everything unchanged, and is called again', async () => {
    let works = false
    const playground = open({
      readDocument: async () => {
        if (!works) throw new Error('The reader is away.')
        return { text: 'At last', pages: 1 }
      },
    })
    await expect(playground.call('Fax', 'faxes', fax, 'agent')).rejects.toThrow(ExternalServiceError)
    expect(await playground.logged()).toEqual([])
    works = true
    await playground.call('Fax', 'faxes', fax, 'agent')
    expect(playground.evidence().final.faxes).toMatchObject([{ text: 'At last' }])
  })

  it('is recorded even if its response leads to a rejection of the call', async () => {
    const playground = open({ readDocument: async () => ({ problem: 'it is a drawing' }) })
    const answer = await playground.call('Fax', 'faxes', fax, 'agent')
    expect([answer?.status, JSON.stringify(toJson(answer))]).toMatchObject([
      400,
      expect.stringContaining('it is a drawing'),
    ])
    expect(await playground.logged()).toMatchObject([{ effects: [], answers: [{ port: 'read-document' }] }])
    expect(replayLog(base, 1, await playground.logged())).toBe(null)
  })

  it('may be missing: then PDFs are rejected, and personas follow only their rules', async () => {
    const playground = open({})
    expect((await playground.call('Fax', 'faxes', fax, 'agent'))?.status).toBe(415)
    const started = await playground.call('Voice', 'voice', posting('calls', { to: '+15550100142' }), 'agent')
    const { id } = toJson(started) as { readonly id: string }
    const turn = await playground.call('Voice', 'voice', posting(`calls/${id}/turns`, { text: 'Blue?' }), 'agent')
    expect(toJson(turn)).toMatchObject({ heard: [{ text: expect.stringContaining('in other words') }] })
  })
})

it('returns 503 while an external service is unavailable, and the call can be repeated', async () => {
  let works = false
  const under = await createServiceUnderTest({
    outside: {
      readDocument: async () => {
        if (!works) throw new Error('away')
        return { text: 'x', pages: 1 }
      },
    },
  })
  const call = (method: string, target: string, body?: unknown) =>
    under.call(under.organizationKey, method, target, body)
  const environment = (await call('POST', '/environments', { name: 'Fax room' })).body
  const simulator = (await call('POST', '/simulators', { type: 'Fax', name: 'Fax' })).body
  await call('POST', `/environments/${environment.id}/simulators/${simulator.id}`)
  const playground = (await call('POST', '/playgrounds', { environment_id: environment.id })).body
  const sandboxes = (await call('GET', `/sandboxes?playground_id=${playground.id}`)).body as {
    readonly data: readonly { readonly id: string }[]
  }
  const target = `/sandboxes/${sandboxes.data[0]?.id}/faxes`
  const { body } = fax
  const form = body !== null && 'json' in body ? body.json : null
  const refused = await call('POST', target, form)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  works = true
  expect((await call('POST', target, form)).status).toBe(201)
})
