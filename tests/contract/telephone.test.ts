import type { BenchmarkDefinition } from '@carebench/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AgentRun, at, type ContractTestbed, createContractTestbed, listAt, textAt } from './contract-testbed.js'

// The telephone, and the patient who answers calls and messages: a benchmark for each, and their other guarantees.

let testbed: ContractTestbed
beforeEach(async () => {
  testbed = await createContractTestbed()
})

async function begin(definition: BenchmarkDefinition): Promise<AgentRun> {
  const run = await testbed.createRun(await testbed.publish(definition))
  expect((await run.start()).status).toBe(200)
  return run
}

/** The score of a run in which nothing is done. */
async function idleScore(definition: BenchmarkDefinition) {
  const run = await begin(definition)
  const { body } = await run.complete()
  return [at(body, 'verdict'), at(body, 'score')]
}

function phoneOf(run: AgentRun) {
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
    expect(await idleScore(clinic)).toEqual(['fail', 0])
    const run = await begin({ ...clinic, name: 'call-the-clinic-again' })
    const { call, dial, turn } = phoneOf(run)
    const { id } = await dial('+1 555 010 0142')
    await turn(id, { dtmf: '1' })
    testbed.clock.advance(30_000)
    await turn(id, { text: 'For Ada Okafor, please.' })
    expect(await turn(id, { text: 'On Tuesday.' })).toEqual(['representative: Booked: number A-17.'])
    await call('POST', `calls/${id}/hangup`)
    expect((await run.complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
  })

  it('is answered by the configured menus and holds [voice.call, voice.turns, voice.ivr]', async () => {
    const { call, dial, turn } = phoneOf(await begin(clinic))
    const { id, body } = await dial('+15550100142')
    expect([at(body, 'status'), at(body, 'with'), at(body, 'heard', 0, 'text')]).toEqual([
      'active',
      'ivr',
      'For appointments, press 1.',
    ])
    expect(await turn(id, { dtmf: '9' })).toEqual([
      'ivr: That is not a valid choice.',
      'ivr: For appointments, press 1.',
    ])
    expect(await turn(id, { text: 'Appointments!' })).toEqual(['ivr: Please hold. Somebody will be with you shortly.'])
    testbed.clock.advance(29_999)
    expect(at((await call('GET', `calls/${id}`)).body, 'status')).toBe('on_hold')
    testbed.clock.advance(1)
    expect((await call('GET', `calls/${id}`)).body).toMatchObject({ status: 'active', with: 'representative' })
    testbed.clock.advance(1_800_000)
    const late = await dial('+15550100142')
    expect(at(late.body, 'status')).toBe('ended')
    expect(textAt(late.body, 'heard', 0, 'text')).toContain('closed')
    expect(at((await dial('+15550100199')).body, 'status')).toBe('no_answer')
  })

  it('is answered by voice mail out of hours, and called back then, as an arrival of the clock [voice.voice-mail, voice.call-back, voice.told]', async () => {
    const lab = {
      facts: { name: 'Ada Okafor', result: '6.1 percent' },
      wants: ['name'],
      gives: 'It is {{result}}.',
      available: { time_zone: 'America/Chicago', hours: [{ days: ['mon'], open: '13:00', close: '16:00' }] },
      calls_back: { say: 'The laboratory.' },
    }
    const personas = { lab }
    const numbers = { '+15550100161': { persona: 'lab' } }
    const [simulator] = clinic.environment.simulators
    const definition: BenchmarkDefinition = {
      ...clinic,
      name: 'call-the-laboratory',
      timeout: 7200,
      overrides: { clock: 'stepped' },
      environment: {
        ...clinic.environment,
        simulators: [{ type: 'Voice', name: simulator?.name ?? '', config: { personas, numbers } }],
      },
      tasks: [
        {
          name: 'get the result',
          starts_at: '2026-03-02T12:30:00-06:00',
          criteria: [
            {
              label: 'The laboratory told it',
              assertion: { assert: 'voice-transcript', speaker: 'representative', contains: ['6.1 percent'] },
            },
            {
              label: 'It came by telephone',
              assertion: {
                assert: 'event-order',
                events: [{ type: 'call.ringing' }, { type: 'call.answered', where: { 'data.from': '+15550100161' } }],
              },
            },
            {
              label: 'Only the laboratory was spoken to',
              guard: true,
              assertion: {
                assert: 'no-collateral',
                allow: [{ collection: 'voice.calls', where: { to_number: '+15550100161' } }],
              },
            },
          ],
        },
      ],
    }
    const run = await begin(definition)
    const { call, dial, turn } = phoneOf(run)
    const { id, body } = await dial('+15550100161')
    expect(at(body, 'with')).toBe('voice mail')
    await turn(id, { text: 'The result of Ada Okafor, please.' })
    await call('POST', `calls/${id}/hangup`)
    const waited = await run.call('POST', `/v1/benchmark-runs/${run.id}/wait`, {
      until: 'event',
      at_most_seconds: 7200,
    })
    expect(listAt(waited.body, 'arrived')).toEqual([{ type: 'call.ringing', at: '2026-03-02T19:00:00.000Z' }])
    const { body: ringing } = await call('GET', 'calls?status=ringing')
    const back = textAt(ringing, 'data', 0, 'id')
    const answered = await call('POST', `calls/${back}/answer`)
    expect(textAt(answered.body, 'heard', 0, 'text')).toBe('The laboratory. It is 6.1 percent.')
    expect((await call('POST', `calls/${back}/answer`)).status).toBe(409)
    await call('POST', `calls/${back}/hangup`)
    expect((await run.complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
  })

  it('records what was said, with speakers and times, and accepts nothing after the end [voice.transcript, voice.hangup]', async () => {
    const { call, dial, turn } = phoneOf(await begin(clinic))
    const { id } = await dial('+15550100142')
    const began = testbed.now()
    testbed.clock.advance(2000)
    await turn(id, { dtmf: '1' })
    const { status, body } = await call('POST', `calls/${id}/hangup`)
    expect([status, at(body, 'status'), at(body, 'ended_by')]).toEqual([200, 'ended', 'agent'])
    expect((await call('GET', `calls/${id}`)).body).toMatchObject({
      started_at: began,
      ended_at: testbed.now(),
      turns: [
        { speaker: 'ivr', text: 'For appointments, press 1.', at: began },
        { speaker: 'agent', text: '1', dtmf: true, at: testbed.now() },
        { speaker: 'ivr', text: 'Please hold. Somebody will be with you shortly.', at: testbed.now() },
      ],
    })
    for (const [path, sent] of [
      ['turns', { text: 'Hello?' }],
      ['hangup', undefined],
    ] as const) {
      const refused = await call('POST', `calls/${id}/${path}`, sent)
      expect([refused.status, textAt(refused.body, 'error', 'code')]).toEqual([409, 'CONFLICT'])
    }
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
  it('talks to callers who know the date of birth in the record, by telephone and by message [patient.speaks, patient.identity]', async () => {
    expect(await idleScore(patient)).toEqual(['fail', 0])
    const run = await begin({ ...patient, name: 'reach-the-patient-again' })
    expect(Object.keys(at(run.created.body, 'endpoints') as object).sort()).toEqual(['fhir', 'messages', 'voice'])
    const { dial, turn } = phoneOf(run)
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

  it('is one of several people, who tell only their own facts [patient.people]', async () => {
    const people = [
      { name: 'Ada', patient: 'Patient/p1', addresses: { voice: ['+15550100150'] } },
      {
        name: 'daughter',
        addresses: { voice: ['+15550100151'] },
        identity: 'none',
        facts: { transport: 'I drive her.' },
      },
    ]
    const simulators = patient.environment.simulators.map((simulator) => {
      return simulator.type === 'Patient' ? { ...simulator, config: { people } } : simulator
    })
    const environment = { ...patient.environment, simulators }
    const run = await begin({ ...patient, name: 'reach-the-family', environment })
    const { dial, turn } = phoneOf(run)
    const { id, body } = await dial('+15550100151')
    expect(at(body, 'with')).toBe('daughter')
    expect(await turn(id, { text: 'What are her allergies?' })).toEqual(['daughter: I do not know that.'])
    expect(await turn(id, { text: 'And her transport?' })).toEqual(['daughter: I drive her.'])
    const { id: other } = await dial('+15550100150')
    expect(await turn(other, { text: 'March fourth, 1985. What are your allergies?' })).toEqual([
      'Ada: I am allergic to latex.',
    ])
  })

  it('answers from the current record, and can be reached only through other systems', async () => {
    const run = await begin(patient)
    const base = `/v1/benchmark-runs/${run.id}`
    const { body } = await run.call('GET', `${base}/fhir/Patient/p1`)
    const moved = { ...(body as object), telecom: [{ system: 'phone', value: '+15550100151' }] }
    await run.call('PUT', `${base}/fhir/Patient/p1`, moved, { 'content-type': 'application/fhir+json' })
    const { dial } = phoneOf(run)
    expect(at((await dial('+15550100150')).body, 'status')).toBe('no_answer')
    expect(at((await dial('+15550100151')).body, 'with')).toBe('patient')
    expect((await run.call('GET', `${base}/patient/contact`)).status).toBe(404)
  })
})
