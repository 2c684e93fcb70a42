import { not } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

function message(type: string, id: string, ...segments: readonly string[]) {
  return `${[`MSH|^~\\&|EHR|CLINIC|HUB|CLINIC|||${type}|${id}|P|2.5.1`, ...segments].join('\r')}\r`
}

function patient(id: string, number: string) {
  return { resource: { resourceType: 'Patient', id, active: true, identifier: [{ value: number }] } }
}

const appointment = {
  resourceType: 'Appointment',
  id: 'visit',
  status: 'booked',
  identifier: [{ value: 'A-1001' }],
  participant: [{ actor: { reference: 'Patient/p1' }, status: 'accepted' }],
  start: '2026-03-10T15:00:00Z',
  end: '2026-03-10T15:30:00Z',
}

export const recordInterface = scenario({
  name: 'HL7 messages that change the health record',
  ids: ['hl7.updates-record', 'hl7.updates-unknown'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const entry = [patient('p1', 'M1'), patient('p2', 'M2'), { resource: appointment }]
    const { reference } = await k.publish({
      name: 'hub',
      simulators: [
        { type: 'FHIR', name: 'record' },
        { type: 'HL7', name: 'hub', config: { updates_record: true } },
      ],
      datasets: [
        { type: 'FHIR', name: 'record', config: { bundle: { resourceType: 'Bundle', type: 'collection', entry } } },
      ],
      tasks: [
        { criteria: [{ label: 'c', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] } }] },
      ],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const send = async (payload: string) => run.system('POST', 'hl7/outbound', { payload })
    const moved = message('SIU^S13^SIU_S12', 'S1', 'SCH||A-1001||||RESCHED|||||^^^202603121400', 'RGS|1')
    k.answer('hl7.updates-record', await send(moved), { status: 201, body: { ack_code: 'AA' } })
    k.answer('hl7.updates-record', await run.system('GET', 'fhir/Appointment/visit'), {
      status: 200,
      body: { status: 'booked', start: /^2026-03-12T14:00/, end: /^2026-03-12T14:30/ },
    })
    const cancelled = message('SIU^S15^SIU_S12', 'S2', 'SCH||A-1001||||CANCEL', 'RGS|1')
    k.answer('hl7.updates-record', await send(cancelled), { status: 201, body: { ack_code: 'AA' } })
    k.answer('hl7.updates-record', await run.system('GET', 'fhir/Appointment/visit'), { body: { status: 'cancelled' } })
    const unknown = await send(message('SIU^S15^SIU_S12', 'S3', 'SCH||A-9||||CANCEL', 'RGS|1'))
    k.answer('hl7.updates-unknown', unknown, { status: 201, body: { ack_code: 'AE', ack: /\|204\^/ } })
    const merge = message('ADT^A40^ADT_A39', 'M1', 'EVN||20260105090000', 'PID|1||M1||Larsen^Ida', 'MRG|M2')
    k.answer('hl7.updates-record', await send(merge), { status: 201, body: { ack_code: 'AA' } })
    k.answer('hl7.updates-record', await run.system('GET', 'fhir/Patient/p2'), {
      status: 200,
      body: { active: not(true), link: [{ other: { reference: 'Patient/p1' }, type: 'replaced-by' }] },
    })
  },
})
