import { ageAt, DAY, readYear, startOfDay, toDate, toDateTime, toDay } from '../calendar.js'
import { CODE_SYSTEM, concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName } from '../life/chart.js'
import { createChance } from '../seeded-random.js'
import { VACCINES, type Vaccine } from '../tables/immunizations.js'

interface Dose {
  readonly vaccine: Vaccine
  readonly at: number
}

/**
 * Returns an Immunization for each dose, earliest first: childhood doses by schedule, later boosters, influenza in
 * autumn.
 */
export function buildImmunizations(chart: Chart): GeneratedResource[] {
  const { person } = chart
  const doses = drawDoses(chart)
  return doses.map((dose, index) => {
    const visit = chart.visits.find((candidate) => sameDay(candidate.start, dose.at))
    return {
      resourceType: 'Immunization',
      id: childId(chart, 'imm', index + 1),
      status: 'completed',
      vaccineCode: concept(CODE_SYSTEM.cvx, dose.vaccine.cvx),
      patient: referenceTo('Patient', person.id, patientName(person)),
      ...(visit && { encounter: referenceTo('Encounter', visit.id) }),
      occurrenceDateTime: visit ? toDateTime(dose.at) : toDate(dose.at),
      primarySource: visit !== undefined,
      ...(visit && { location: referenceTo('Location', visit.clinician.locationId) }),
    }
  })
}

function drawDoses(chart: Chart): Dose[] {
  const { person, visits } = chart
  const chance = createChance(chart.seed, person.number, 16)
  const doses: Dose[] = []
  const offices = visits.filter((visit) => ['wellness', 'wellChild', 'followUp'].includes(visit.kind))
  for (const vaccine of VACCINES) {
    const takes = chance.happens(vaccine.uptake)
    const due: number[] = []
    for (const months of vaccine.months ?? []) due.push(person.birth + Math.round(months * 30.44) * DAY)
    if (vaccine.yearlyFrom !== undefined) {
      for (let year = readYear(person.recordStart); year <= readYear(person.recordEnd); year++) {
        const day = toDay(year, 10, 1) + chance.integer(0, 50) * DAY
        if (ageAt(person.birth, day) >= vaccine.yearlyFrom && day >= person.recordStart) due.push(day)
      }
    }
    if (!takes) continue
    for (const day of due) {
      const visit = offices.find((candidate) => candidate.start >= day - 2 * DAY && candidate.start < day + 45 * DAY)
      const at = visit ? visit.start + 15 * 60_000 : day
      const offered = readYear(at) >= vaccine.since && readYear(at) < (vaccine.until ?? 9999)
      if (offered && at <= person.recordEnd) doses.push({ vaccine, at })
    }
  }
  return doses.sort((one, other) => one.at - other.at)
}

function sameDay(one: number, other: number): boolean {
  return startOfDay(one) === startOfDay(other)
}
