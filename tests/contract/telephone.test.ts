import type { BenchmarkDefinition } from '@carebench/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type AgentRun,
  at,
  type ContractTestbed,
  createContractTestbed,
  idleScore,
  listAt,
  textAt,
} from './contract-testbed.js'

// The telephone, and the patient who answers calls and messages: a benchmark for each.

let testbed: ContractTestbed
beforeEach(async () => {
  testbed = await createContractTestbed()
})

function findPhone(run: AgentRun) {
  const call = (method: string, path: string, body?: unknown) =>
    run.call(method, `/v1/benchmark-runs/${run.id}/voice/${path}`, body)
  return {
    call,
    dial: async (number: string) => {
      const { status, body } = await call('POST', 'calls', { to: number })
      expect(status).toBe(201)
      return { id: textAt(body, 'id'), body }
    },
    /** What the other party says in response to a turn. */
    turn: async (id: string, turn: object) => {
      const { body } = await call('POST', `calls/${id}/turns`, turn)
      return listAt(body, 'heard').map((said) => `${textAt(said, 'speaker')}: ${textAt(said, 'text')}`)
    },
  }
}

const clinic: BenchmarkDefinition = {
  name: 'call-the-clinic',
  timeout: 3600,
  environment: {
    name: 'Cardiology',
    simulators: [
      {
        type: 'Voice',
        name: 'Telephone',
        config: {
          ivr: {
            numbers: ['+15550100142'],
            // The clock of these tests starts at noon there, on a Monday.
            time_zone: 'America/Chicago',
            hours: [{ days: ['mon'], open: '08:00', close: '12:30' }],
            start: 'main',
            menus: {
              main: {
                prompt: 'For appointments, press 1.',
                options: [{ dtmf: '1', say: 'appointments', go_to: { queue: 'scheduling' } }],
                max_tries: 2,
              },
            },
            queues: { scheduling: { hold_seconds: 30, go_to: { persona: 'scheduler' } } },
          },
          personas: {
            scheduler: {
              greeting: 'Scheduling, for whom?',
              rules: [
                { name: 'patient', when: 'Ada Okafor', say: 'And the day?' },
                { when: 'Tuesday', after: ['patient'], say: 'Booked: number A-17.' },
              ],
            },
          },
        },
      },
    ],
    datasets: [],
  },
  tasks: [
    {
      name: 'book by telephone',
      criteria: [
        {
          label: 'The scheduler booked',
          assertion: { assert: 'voice-transcript', speaker: 'representative', contains: ['booked', 'A-17'] },
        },
        {
          label: 'The agent named the patient, and nobody else',
          assertion: {
            assert: 'voice-transcript',
            speaker: 'agent',
            contains: ['Ada Okafor'],
            not_contains: ['Grace'],
          },
        },
        {
          label: 'It waited for the scheduler and hung up at the end',
          assertion: {
            assert: 'event-order',
            events: [
              { type: 'call.started', where: { 'data.to': '+15550100142' } },
              { type: 'call.transferred', where: { 'data.to_name': 'scheduling' } },
              { type: 'call.transferred', where: { 'data.to_name': 'scheduler' } },
              { type: 'call.turn', where: { 'data.speaker': 'agent' } },
              { type: 'call.ended', where: { 'data.ended_by': 'agent' } },
            ],
          },
        },
      ],
    },
  ],
}

describe('the telephone', () => {
  it('is scored by what was said, and gives nothing without a call [kinds.voice-transcript]', async () => {
    expect(await idleScore(testbed, clinic)).toEqual(['fail', 0])
    const run = await testbed.begin({ ...clinic, name: 'call-the-clinic-again' })
    const { call, dial, turn } = findPhone(run)
    const { id } = await dial('+1 555 010 0142')
    await turn(id, { dtmf: '1' })
    testbed.clock.advance(30_000)
    await turn(id, { text: 'For Ada Okafor, please.' })
    expect(await turn(id, { text: 'On Tuesday.' })).toEqual(['representative: Booked: number A-17.'])
    await call('POST', `calls/${id}/hangup`)
    expect((await run.complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
  })
})

const patient: BenchmarkDefinition = {
  name: 'reach-the-patient',
  timeout: 600,
  environment: {
    name: 'Outreach',
    simulators: [
      { type: 'FHIR', name: 'Record' },
      { type: 'Voice', name: 'Telephone' },
      { type: 'Message', name: 'Messages' },
      {
        type: 'Patient',
        name: 'Ada',
        config: {
          patient: 'Patient/p1',
          facts: { transport: 'I come by bus.' },
          replies: [{ when: 'fasting', say: 'I will not eat before.' }],
        },
      },
    ],
    datasets: [
      {
        type: 'FHIR',
        name: 'record',
        config: {
          bundle: {
            resourceType: 'Bundle',
            type: 'collection',
            entry: [
              {
                resource: {
                  resourceType: 'Patient',
                  id: 'p1',
                  name: [{ family: 'Okafor', given: ['Ada'] }],
                  birthDate: '1985-03-04',
                  telecom: [
                    { system: 'phone', value: '555-010-0150' },
                    { system: 'email', value: 'ada@example.org' },
                  ],
                },
              },
              {
                resource: {
                  resourceType: 'AllergyIntolerance',
                  id: 'a1',
                  clinicalStatus: {
                    coding: [
                      { system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' },
                    ],
                  },

                  patient: { reference: 'Patient/p1' },
                  code: { text: 'latex' },
                },
              },
            ],
          },
        },
      },
    ],
  },
  tasks: [
    {
      name: 'ask for allergies and instruct',
      criteria: [
        {
          label: 'The patient told the allergy, which takes to have proved who one is',
          assertion: { assert: 'voice-transcript', speaker: 'patient', contains: ['latex'] },
        },
        {
          label: 'The patient was verified before being asked',
          assertion: {
            assert: 'event-order',
            events: [
              { type: 'patient.verified' },
              { type: 'call.turn', where: { 'data.text': { $contains: 'latex' } } },
            ],
          },
        },
        {
          label: 'The mail went to the address of the record',
          assertion: {
            assert: 'records-agree',
            records: [
              { collection: 'messages', where: { channel: 'email' }, path: 'to', as: 'text' },
              { collection: 'fhir.Patient', where: { id: 'p1' }, path: 'telecom.1.value', as: 'text' },
            ],
          },
        },
        {
          label: 'Nothing changed but calls and messages',
          guard: true,
          assertion: {
            assert: 'no-collateral',
            allow: [
              { collection: 'voice.calls', where: { to_number: '+15550100150' } },
              { collection: 'messages', where: { to: 'ada@example.org' } },
            ],
          },
        },
        {
          label: 'The instruction went out by e-mail',
          assertion: {
            assert: 'message-sent',
            correlate_by: { to: 'ada@example.org' },
            fields: [{ path: 'body', expected: { $contains: 'fasting' } }],
          },
        },
      ],
    },
  ],
}

describe('the patient', () => {
  it('talks to callers who know the date of birth in the record, by telephone and by message \
[patient.speaks, patient.identity]', async () => {
    expect(await idleScore(testbed, patient)).toEqual(['fail', 0])
    const run = await testbed.begin({ ...patient, name: 'reach-the-patient-again' })
    expect(Object.keys(at(run.created.body, 'endpoints') as object).sort()).toEqual(['fhir', 'messages', 'voice'])
    const { dial, turn } = findPhone(run)
    const { id, body } = await dial('+15550100150')
    expect([at(body, 'with'), at(body, 'heard', 0, 'text')]).toEqual(['patient', 'Hello?'])
    expect((await turn(id, { text: 'What are your allergies?' }))[0]).toContain('date of birth')
    expect((await turn(id, { text: 'Is it 1985-03-05?' }))[0]).toContain('not my date of birth')
    expect((await turn(id, { text: 'I mean March 4th, 1985.' }))[0]).toContain('that is right')
    expect(await turn(id, { text: 'What are you allergic to?' })).toEqual(['patient: I am allergic to latex.'])
    expect(await turn(id, { text: 'Have you got transport?' })).toEqual(['patient: I come by bus.'])
    const send = async (words: string) => {
      const path = `/v1/benchmark-runs/${run.id}/messages`
      await run.call('POST', path, { channel: 'email', to: 'ADA@example.org', body: words })
      return textAt((await run.call('GET', `${path}?direction=inbound&limit=1`)).body, 'data', 0, 'body')
    }
    // Identification on the telephone does not count for e-mail.
    expect(await send('Please come fasting.')).toContain('tell me my date of birth')
    expect(await send('You were born on 3/4/1985. Please come fasting.')).toBe('I will not eat before.')
    expect((await run.complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
  })

  it('answers from the current record, and can be reached only through other systems', async () => {
    const run = await testbed.begin(patient)
    const base = `/v1/benchmark-runs/${run.id}`
    const { body } = await run.call('GET', `${base}/fhir/Patient/p1`)
    const moved = { ...(body as object), telecom: [{ system: 'phone', value: '+15550100151' }] }
    await run.call('PUT', `${base}/fhir/Patient/p1`, moved, { 'content-type': 'application/fhir+json' })
    const { dial } = findPhone(run)
    expect(at((await dial('+15550100150')).body, 'status')).toBe('no_answer')
    expect(at((await dial('+15550100151')).body, 'with')).toBe('patient')
    expect((await run.call('GET', `${base}/patient/contact`)).status).toBe(404)
  })
})
