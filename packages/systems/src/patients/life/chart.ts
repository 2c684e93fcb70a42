import type { Clinician } from '../directory/staff.js'
import { drawIllnesses, type Illness } from './illness.js'
import { drawPerson, type Person } from './person.js'
import { drawPolicies, type Policy } from './policy.js'
import { drawVisits, type Visit } from './visit.js'

/** The life of one patient, from which the resources are built. */
export interface Chart {
  readonly seed: number
  readonly now: number
  readonly staff: readonly Clinician[]
  readonly person: Person
  readonly policies: readonly Policy[]
  readonly illnesses: readonly Illness[]
  readonly visits: readonly Visit[]
}

/** Generates the life of a patient. It depends only on the seed, the number of the patient and the reference date. */
export function drawChart(seed: number, number: number, now: number, staff: readonly Clinician[]): Chart {
  const person = drawPerson(seed, number, now)
  const illnesses = drawIllnesses(seed, person)
  const visits = drawVisits(seed, person, illnesses, staff)
  // An acute illness without a visit is not recorded.
  const seen = illnesses.filter(
    (illness) => illness.chronic !== undefined || visits.some((visit) => visit.reasons.includes(illness)),
  )
  return { seed, now, staff, person, policies: drawPolicies(seed, person, now), illnesses: seen, visits }
}

/** Returns the policy that is active at an instant. */
export function policyAt(chart: Chart, moment: number): Policy | undefined {
  return chart.policies.find(
    (policy) => policy.start <= moment && (policy.end === undefined || moment < policy.end + 86_400_000),
  )
}

/** Returns the name of a patient in displays. */
export function patientName(person: Person): string {
  return `${person.given} ${person.family}`
}

/** Returns an id of a resource of a patient: `obs-0001-017`. */
export function childId(chart: Chart, prefix: string, sequence: number): string {
  return `${prefix}-${chart.person.id.slice(4)}-${String(sequence).padStart(3, '0')}`
}
