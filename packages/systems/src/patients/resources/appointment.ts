import type { JsonObject } from '@carebench/protocol'
import { DAY, officeTime, toDateTime } from '../calendar.js'
import { CODE_SYSTEM, type Code, concept, hl7Concept } from '../coding.js'
import { type Clinician, clinicianName } from '../directory/staff.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName } from '../life/chart.js'
import { createChance } from '../seeded-random.js'
import { VISIT_TYPES } from '../tables/visits.js'

interface Slot {
  readonly status: 'fulfilled' | 'booked' | 'cancelled' | 'noshow'
  readonly start: number
  readonly end: number
  readonly type: Code
  readonly clinician: Clinician
}

/**
 * Returns the Appointments: those of the latest visits, missed ones, and future ones of living patients, earliest
 * first.
 */
export function buildAppointments(chart: Chart): GeneratedResource[] {
  return drawSlots(chart).map((slot, index) => ({
    resourceType: 'Appointment',
    id: childId(chart, 'appt', index + 1),
    status: slot.status,
    ...(slot.status === 'cancelled' && {
      cancelationReason: hl7Concept('appointment-cancellation-reason', 'pat', 'Patient'),
    }),
    appointmentType: concept(CODE_SYSTEM.snomed, slot.type),
    start: toDateTime(slot.start),
    end: toDateTime(slot.end),
    minutesDuration: Math.round((slot.end - slot.start) / 60_000),
    created: toDateTime(Math.max(chart.person.birth, Math.min(slot.start, chart.person.recordEnd) - 9 * DAY)),
    participant: [
      attendee(slot, referenceTo('Patient', chart.person.id, patientName(chart.person))),
      attendee(slot, referenceTo('Practitioner', slot.clinician.id, clinicianName(slot.clinician))),
      { actor: referenceTo('Location', slot.clinician.locationId), status: 'accepted' },
    ],
  }))
}

function attendee(slot: Slot, actor: JsonObject): JsonObject {
  return { actor, required: 'required', status: slot.status === 'cancelled' ? 'declined' : 'accepted' }
}

function drawSlots(chart: Chart): Slot[] {
  const { person, visits, now } = chart
  const chance = createChance(chart.seed, person.number, 20)
  const planned = visits.filter(({ kind }) => VISIT_TYPES[kind].class === 'AMB' || kind === 'video')
  const slots: Slot[] = planned.slice(-3).map((visit) => ({
    status: 'fulfilled',
    start: visit.start,
    end: visit.end,
    type: VISIT_TYPES[visit.kind].snomed,
    clinician: visit.clinician,
  }))
  const last = planned.at(-1)
  if (last === undefined) return slots
  const type = VISIT_TYPES.followUp.snomed
  const missed = officeTime(last.start + chance.integer(9, 60) * DAY, chance.integer(0, 31))
  const missedHow = chance.happens(0.5) ? 'noshow' : 'cancelled'
  if (chance.happens(0.2) && missed + DAY < person.recordEnd) {
    slots.push({ status: missedHow, start: missed, end: missed + 20 * 60_000, type, clinician: last.clinician })
  }
  const next = officeTime(now + chance.integer(2, 75) * DAY, chance.integer(0, 31))
  if (chance.happens(0.65) && person.death === undefined) {
    slots.push({ status: 'booked', start: next, end: next + 30 * 60_000, type, clinician: last.clinician })
  }
  return slots
}
