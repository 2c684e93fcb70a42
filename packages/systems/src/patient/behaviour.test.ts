import type { JsonObject, JsonValue, SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { fhirSimulator } from '../fhir/behaviour.js'
import type { Ask, Consult } from '../simulator.js'
import { askWith } from '../testing/ask-with.js'
import { simulatorContract } from '../testing/simulator-contract.js'
import { beginning, contextAt } from '../testing/simulator-host.js'
import { patientSimulator as simulator } from './behaviour.js'
import { type PatientConfig, patientConfigSchema } from './config.js'
import { findPeople, speakToPatient } from './interview.js'

const aLine = fc.constantFrom(
  'Hello, this is the clinic.',
  'Your date of birth is 1985-03-04.',
  'Is it 3/4/1986?',
  'What is your date of birth?',
  'Would you like to come on Tuesday?',
  'What are your allergies?',
  'How is your pain level?',
  'Thank you. Goodbye.',
  'My number is 555 010 0100.',
)
const aConfig: fc.Arbitrary<PatientConfig> = fc.record(
  {
    facts: fc.constantFrom({ birth_date: '1985-03-04', pain_level: 'Seven of ten.' }, {}),
    identity: fc.constantFrom('states', 'asks', 'none'),
    identity_attempts: fc.integer({ min: 1, max: 3 }),
    willing: fc.boolean(),
    replies: fc.constantFrom<NonNullable<PatientConfig['replies']>>(
      [],
      [
        { when: 'tuesday', say: 'I was born on {{birth_date}}, and Tuesday suits me.', times: 1 },
        { when: { regex: 'pain' }, say: 'It hurts.', ends: true },
      ],
    ),
    misunderstands: fc.constantFrom<NonNullable<PatientConfig['misunderstands']>>(
      [],
      [{ when: 'tuesday', times: 2, say: 'Thursday?' }],
    ),
    addresses: fc.constantFrom({ voice: ['+15550100001'] }, {}),
    wants: fc.constantFrom<NonNullable<PatientConfig['wants']>>([{ fact: 'callback', any: 'phone' }]),
    languages: fc.constantFrom<NonNullable<PatientConfig['languages']>>(['en'], ['es', 'en'], ['es']),
  },
  { requiredKeys: [] },
)

function calling(method: string, path: string, json?: JsonValue): SimulatorCall {
  return {
    method,
    path,
    query: '',
    headers: {},
    body: json === undefined ? null : { json },
  }
}

const aTurn = fc
  .record({
    conversation: fc.constantFrom('a', 'b'),
    channel: fc.constantFrom('voice', 'sms', 'email', 'chat'),
    text: aLine,
  })
  .map((turn) => calling('POST', 'turns', turn))

simulatorContract('the patient simulator', {
  simulator,
  group: null,
  config: aConfig,
  datasets: fc.constant([]),
  calls: fc.oneof({ weight: 5, arbitrary: aTurn }, fc.constant(calling('GET', 'contact'))),
  observe: ({ conversations }) => [...conversations],
  statuses: [200, 400, 404, 405, 415],
  refusesNoise: () => true,
})

const record = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    {
      resourceType: 'Patient',
      id: 'p1',
      name: [{ use: 'official', family: 'Okafor', given: ['Ada'] }],
      birthDate: '1985-03-04',
      telecom: [
        { system: 'phone', value: '(555) 010-0142' },
        { system: 'email', value: 'Ada@Example.org' },
      ],
      address: [{ line: ['1 Elm Street'], city: 'Alder Creek', state: 'OR', postalCode: '97000' }],
    },
    {
      resourceType: 'AllergyIntolerance',
      id: 'a1',
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
      },

      patient: { reference: 'Patient/p1' },
      code: { text: 'penicillin' },
    },
    {
      resourceType: 'AllergyIntolerance',
      id: 'a2',
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
      },

      patient: { reference: 'Patient/p1' },
      code: { coding: [{ display: 'latex' }] },
    },
    {
      resourceType: 'MedicationRequest',
      id: 'm1',
      status: 'stopped',
      intent: 'order',
      subject: { reference: 'Patient/p1' },
      medicationCodeableConcept: { text: 'warfarin' },
    },
  ].map((resource) => ({ resource })),
}

const context = contextAt(beginning)
/** Read only, and seeded once for all conversations. */
const fhir = fhirSimulator.seed({}, [{ type: 'FHIR', config: { bundle: record } }], context)

/** A conversation with a patient whose environment has a record. */
function talkTo(config: PatientConfig, consult?: Consult) {
  const patient = simulator.fork(simulator.seed(config, [], context))
  const askRecord = askWith((type, group, call) =>
    type === 'FHIR' ? fhirSimulator.handle(fhir, group, call, context).response : undefined,
  )
  const events: string[] = []
  const ask = askWith((type, group, call) => {
    if (type !== 'Patient') return undefined
    const outcome = simulator.handle(patient, group, call, { ...context, ask: askRecord, ...(consult && { consult }) })
    for (const effect of outcome.effects) simulator.apply(patient, effect)
    events.push(...outcome.events.map((event) => event.type))
    return outcome.response
  })
  return {
    ask,
    events,
    say: (text: string, conversation = 'call') =>
      speakToPatient(ask, { conversation, channel: 'voice', text })?.say ?? '',
  }
}

function findOnly(ask: Ask) {
  return findPeople(ask)[0]
}

describe('a patient', () => {
  const patient = 'Patient/p1'

  it('is reached by the telecoms of the record, in normalized form', () => {
    expect(findOnly(talkTo({ patient }).ask)?.addresses).toEqual({
      voice: ['+15550100142'],
      sms: ['+15550100142'],
      email: ['ada@example.org'],
      chat: ['Patient/p1'],
    })
    const configured = findOnly(talkTo({ patient, addresses: { voice: ['555 010 0199'], sms: [] } }).ask)
    expect(configured?.addresses).toMatchObject({ voice: ['+15550100199'], sms: [], email: ['ada@example.org'] })
  })

  it('reveals nothing until the date of birth is said, in any format, and then what the record contains', () => {
    const { say, events } = talkTo({ patient })
    expect(say('What are your allergies?')).toContain('tell me my date of birth')
    expect(say('Would March 5th, 1985 be right?')).toBe('That is not my date of birth.')
    expect(events).toEqual([])
    expect(say('Sorry: 3/4/1985.')).toBe('Thank you, that is right. How can I help you?')
    expect(events).toEqual(['patient.verified'])
    expect(say('What are your ALLERGIES?')).toBe('I am allergic to penicillin, latex.')
    expect(say('Where do you live?')).toBe('I live at 1 Elm Street, Alder Creek, OR 97000.')
    expect(say('Which medications do you take?')).toBe('I do not know that.')
    expect(say('What is your date of birth?')).toBe('My date of birth is March 4, 1985.')
    expect(say('Would you like to come on Tuesday?')).toBe('Yes, that is fine with me.')
    // Another conversation starts from scratch.
    expect(say('What are your allergies?', 'another call')).toContain('tell me my date of birth')
  })

  it('answers immediately if the date of birth is said with the question', () => {
    const { say } = talkTo({ patient })
    expect(say('I have your date of birth as March 4th, 1985. What are you allergic to?')).toContain('penicillin')
  })

  it('hangs up after wrong dates', () => {
    const { ask, say, events } = talkTo({ patient, identity_attempts: 2 })
    say('1/1/1990')
    const turn = { conversation: 'call', channel: 'voice' as const, text: '1/2/1990' }
    expect(speakToPatient(ask, turn)).toMatchObject({ ends: true })
    expect(speakToPatient(ask, { ...turn, text: '3/4/1985' })).toMatchObject({ ends: true })
    expect(events).toEqual(['patient.refused'])
  })

  it('may expect to be asked for it instead', () => {
    const { say } = talkTo({ patient, identity: 'asks' })
    expect(say('What are your allergies?')).toContain('the right person')
    expect(say('Please tell me your date of birth.')).toBe('My date of birth is March 4, 1985.')
    expect(say('What are your allergies?')).toContain('penicillin')
  })

  it('may be unwilling, and then says so', () => {
    const { say } = talkTo({ patient, identity: 'none', willing: false, replies: [{ when: 'cost', say: 'Too much.' }] })
    expect(say('Would you like to come on Tuesday?')).toBe('No, thank you. I would rather not.')
    expect(say('Is it the cost?')).toBe('Too much.')
  })

  it('misunderstands if so configured, as often as configured', () => {
    const misunderstands = [{ when: 'fifteen', times: 2, say: 'Fifty?' }]
    const { say } = talkTo({ identity: 'none', misunderstands, replies: [{ when: 'fifteen', say: 'Yes, fifteen.' }] })
    expect(['At fifteen', 'Fifteen.', 'FIFTEEN!'].map((text) => say(text))).toEqual([
      'Fifty?',
      'Fifty?',
      'Yes, fifteen.',
    ])
  })

  it('prefers facts of the configuration to those of the record, also in replies', () => {
    const facts = { birth_date: '1990-01-02', pain_level: 'Seven of ten.' }
    const replies = [{ when: 'who', say: '{{name}}, born {{birth_date}}, {{shoe_size}}.' }]
    const { say } = talkTo({ patient, identity: 'none', facts, replies })
    expect(say('How is your pain level today?')).toBe('Seven of ten.')
    expect(say('Who are you?')).toBe('Ada Okafor, born 1990-01-02, I do not know.')
  })

  it('asks a model only if no rule matches', () => {
    const asked: JsonObject[] = []
    const model = { instructions: 'You are Ada.' }
    const { say } = talkTo(
      { identity: 'none', model, replies: [{ when: 'rule', say: 'By rule.' }] },
      (port, question) => {
        asked.push({ port, ...question })
        return { say: 'By model.' }
      },
    )
    expect([say('A rule'), say('Something else')]).toEqual(['By rule.', 'By model.'])
    expect(asked).toMatchObject([{ port: 'speak-as-persona', instructions: 'You are Ada.', heard: 'Something else' }])
  })

  it('inserts facts into its own texts only', () => {
    const facts = { secret: 'Blue.', name: 'Ada {{secret}}' }
    const model = { instructions: 'You are Ada.' }
    const { say } = talkTo({ identity: 'none', facts, consent: ['name'], model }, () => ({ say: '{{secret}}' }))
    expect([say('Echo this.'), say('What is your name?')]).toEqual(['{{secret}}', 'My name is Ada {{secret}}.'])
  })

  it('gives its scripted answers if there is no model', () => {
    expect(talkTo({ identity: 'none', model: { instructions: 'x' } }).say('Blue?')).toContain('I am not sure')
  })
})

describe('configuration', () => {
  it.each([
    {},
    { patient: 'Patient/p1', willing: true, facts: {}, replies: [{ when: 'cost', say: 'Too much.' }] },
    { identity: 'asks', misunderstands: [{ times: 2 }], addresses: { voice: ['+15550100142'] } },
  ])('accepts %j', (config) => expect(Value.Check(patientConfigSchema, config)).toBe(true))

  it.each([{ patient: 'p1' }, { facts: { 'Birth Date': 'x' } }, { identity: 'maybe' }])('rejects %j', (config) =>
    expect(Value.Check(patientConfigSchema, config)).toBe(false),
  )

  it.each([
    [{ replies: [{ when: '…', say: 'x' }] }, 'replies[0].when'],
    [{ replies: [{ say: 'Hello.' }] }, 'replies[0]: expected "when", "known" or "wanted"'],
    [{ misunderstands: [{ when: { regex: '[' } }] }, 'misunderstands[0].when'],
    [{ addresses: { email: ['nobody'] } }, 'addresses.email'],
  ])('names the fault in %j', (config, place) => {
    expect(() => simulator.seed(config, [], contextAt(beginning))).toThrow(place)
  })
})
