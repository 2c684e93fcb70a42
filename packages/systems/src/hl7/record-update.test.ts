import { parseMessage } from '@carebench/hl7v2'
import { createSeededRandom, finish, type JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { fhirSimulator as fhir } from '../fhir/behaviour.js'
import { askWith } from '../testing/ask-with.js'
import { updateRecord } from './record-update.js'

const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) }

function patient(id: string, number: string) {
  return { resourceType: 'Patient', id, active: true, identifier: [{ system: 'urn:mrn', value: number }] }
}

const appointment = {
  resourceType: 'Appointment',
  id: 'a1',
  status: 'booked',
  identifier: [{ value: 'F-1' }],
  participant: [{ actor: { reference: 'Patient/p1' }, status: 'accepted' }],
  start: '2026-01-20T15:00:00.000Z',
  end: '2026-01-20T15:30:00.000Z',
}

/** A health record, and a way to ask it as a call of another system does; it rejects writes of one path. */
function open(rejected?: string) {
  const resources = [patient('p1', 'M1'), patient('p2', 'M2'), patient('p3', 'M3'), patient('p4', 'M3'), appointment]
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) }
  const state = fhir.fork(fhir.seed({}, [{ type: 'FHIR', config: { bundle } }], context))
  let writes = 0
  const ask = askWith((type, group, call) => {
    if (type !== 'FHIR') return undefined
    if (call.method === 'PUT' && call.path === rejected) return { status: 422, headers: {}, body: null }
    const { response, effects } = fhir.handle(state, group, call, context)
    writes += effects.length
    for (const effect of effects) fhir.apply(state, effect)
    return response
  })
  const read = (type: string, id: string) => {
    return [...(fhir.evidence(state).fhir?.resources() ?? [])].find(
      ({ resource }) => resource.resourceType === type && resource.id === id,
    )?.resource as JsonObject
  }
  const applyInSteps = (...lines: readonly string[]) => updateRecord(parseMessage(`${lines.join('\r')}\r`), ask)
  const apply = (...lines: readonly string[]) => finish(applyInSteps(...lines))
  return { apply, applyInSteps, read, written: () => writes }
}

function siu(event: string, sch: string) {
  return [`MSH|^~\\&|EHR|CLINIC|HUB|CLINIC|20260105||SIU^${event}^SIU_S12|1|P|2.5.1`, sch, 'RGS|1']
}

function adt(...groups: readonly string[]) {
  return ['MSH|^~\\&|EHR|CLINIC|HUB|CLINIC|20260105||ADT^A40^ADT_A39|1|P|2.5.1', 'EVN||20260105', ...groups]
}

describe('an accepted message', () => {
  it('moves an appointment, which takes as long as before unless an end is given [hl7.updates-record]', () => {
    const { apply, read } = open()
    expect(apply(...siu('S13', 'SCH|P-1|F-1||||RESCHED^Provider away|||||^^^202601211600-0500'))).toBe(undefined)
    const moved = { start: '2026-01-21T21:00:00.000Z', end: '2026-01-21T21:30:00.000Z', status: 'booked' }
    expect(read('Appointment', 'a1')).toMatchObject(moved)
    expect(apply(...siu('S13', 'SCH|F-1|||||RESCHED'), 'AIS|1||X^Visit|202601221400')).toBe(undefined)
    expect(read('Appointment', 'a1')).toMatchObject({ start: '2026-01-22T14:00:00.000Z' })
    expect(apply(...siu('S13', 'SCH||F-1||||RESCHED|||||^^^202601211600^202601211700'))).toBe(undefined)
    expect(read('Appointment', 'a1')).toMatchObject({ end: '2026-01-21T17:00:00.000Z' })
  })

  it('cancels an appointment with its reason [hl7.updates-record]', () => {
    const { apply, read } = open()
    expect(apply(...siu('S15', 'SCH||F-1||||CANCEL^Patient request'))).toBe(undefined)
    const cancelled = { status: 'cancelled', cancelationReason: { text: 'Patient request' }, start: appointment.start }
    expect(read('Appointment', 'a1')).toMatchObject(cancelled)
  })

  it('merges patients by links in both directions [hl7.updates-record]', () => {
    const { apply, read } = open()
    expect(apply(...adt('PID|1||M1^^^CLINIC^MR||X', 'MRG|M2^^^CLINIC^MR'))).toBe(undefined)
    expect(read('Patient', 'p1')).toMatchObject({
      ...{ active: true, link: [{ other: { reference: 'Patient/p2' }, type: 'replaces' }] },
    })
    expect(read('Patient', 'p2')).toMatchObject({
      ...{ active: false, link: [{ other: { reference: 'Patient/p1' }, type: 'replaced-by' }] },
    })
  })

  it('pauses before each pair of patients that it merges, and before each record that it writes', () => {
    const { applyInSteps, written } = open()
    const steps = applyInSteps(...adt('PID|1||M1^^^CLINIC^MR||X', 'MRG|M2^^^CLINIC^MR'))
    let count = 0
    while (steps.next().done !== true) count++
    expect([count, written()]).toEqual([3, 2])
  })

  it('restores the first patient of a merge if the record rejects the second', () => {
    const { apply, read, written } = open('Patient/p2')
    const { meta: _, ...before } = read('Patient', 'p1')
    const lines = adt('PID|1||M1^^^CLINIC^MR||X', 'MRG|M2^^^CLINIC^MR')
    expect(apply(...lines)).toMatchObject({ code: 207, message: expect.stringContaining('answered 422') })
    const { meta: __, ...after } = read('Patient', 'p1')
    expect([after, written()]).toEqual([before, 2])
    expect(read('Patient', 'p2')).not.toHaveProperty('link')
  })

  it('changes nothing if it has another type', () => {
    const { apply, written } = open()
    expect(apply(...siu('S12', 'SCH||F-1||||NEW'))).toBe(undefined)
    expect(written()).toBe(0)
  })

  it.each([
    ['an unknown appointment', siu('S15', 'SCH||F-9||||CANCEL'), 204, 'SCH', /Appointment.*"F-9"/],
    ['no number', siu('S15', 'SCH||||||CANCEL'), 204, 'SCH', /got none/],
    ['no new time', siu('S13', 'SCH||F-1||||RESCHED'), 101, 'SCH', /new time/],
    ['only a day', siu('S13', 'SCH||F-1||||RESCHED|||||^^^20260121'), 102, 'SCH', /minute.*"20260121"/],
    ['an end before the start', siu('S13', 'SCH||F-1||||RESCHED|||||^^^202601211600^202601211500'), 102, 'SCH', /end/],
    ['an unknown patient', adt('PID|1||M1||X', 'MRG|M9'), 204, 'MRG', /Patient.*"M9"/],
    ['an ambiguous one', adt('PID|1||M3||X', 'MRG|M1'), 204, 'PID', /several/],
    ['the same one twice', adt('PID|1||M1||X', 'MRG|M1'), 205, 'MRG', /two patients/],
    ['a second pair', adt('PID|1||M1||X', 'MRG|M2', 'PID|2||M9||X', 'MRG|M1'), 204, 'PID', /"M9"/],
  ])('that names %s is an error, and changes nothing [hl7.updates-unknown]', (_, lines, code, segment, words) => {
    const { apply, written } = open()
    expect(apply(...lines)).toMatchObject({ code, segment, message: expect.stringMatching(words) })
    expect(written()).toBe(0)
  })

  it('is rejected if there is no record', () => {
    const message = parseMessage(`${siu('S15', 'SCH||F-1||||CANCEL').join('\r')}\r`)
    expect(finish(updateRecord(message, undefined))).toMatchObject({
      code: 207,
      message: expect.stringContaining('no FHIR'),
    })
    expect(
      finish(
        updateRecord(
          message,
          askWith(() => undefined),
        ),
      ),
    ).toMatchObject({ code: 207 })
  })
})
