import { DAY, toDate, toDateTime } from '../calendar.js'
import { CODE_SYSTEM, type Code, concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName } from '../life/chart.js'
import type { Illness } from '../life/illness.js'
import { createChance } from '../seeded-random.js'
import { DELIVERY, PROCEDURES } from '../tables/procedures.js'

interface Done {
  readonly code: Code
  readonly at: number
  readonly illness?: Illness
  readonly encounterId?: string
}

/** Returns a Procedure for each performed procedure, earliest first. */
export function buildProcedures(chart: Chart): GeneratedResource[] {
  const { person } = chart
  return drawProcedures(chart).map((done, index) => ({
    resourceType: 'Procedure',
    id: childId(chart, 'proc', index + 1),
    status: 'completed',
    code: concept(CODE_SYSTEM.snomed, done.code),
    subject: referenceTo('Patient', person.id, patientName(person)),
    ...(done.encounterId !== undefined && { encounter: referenceTo('Encounter', done.encounterId) }),
    performedDateTime: done.encounterId === undefined ? toDate(done.at) : toDateTime(done.at),
    ...(done.illness && { reasonReference: [referenceTo('Condition', done.illness.id, done.illness.snomed.display)] }),
  }))
}

function drawProcedures(chart: Chart): Done[] {
  const { person, illnesses, visits } = chart
  const chance = createChance(chart.seed, person.number, 17)
  const done: Done[] = []
  for (const procedure of PROCEDURES) {
    const happens = chance.happens(procedure.probability)
    const share = chance.unit()
    const illness = illnesses.find(({ key }) => key === procedure.with)
    if (procedure.sex !== undefined && procedure.sex !== person.sex) continue
    if (!happens || (procedure.with !== undefined && illness === undefined)) continue
    const oldEnough = person.birth + procedure.ages[0] * 365.25 * DAY
    const earliest = illness ? Math.max(oldEnough, illness.onset + 10 * DAY) : oldEnough
    const latest = Math.min(person.birth + procedure.ages[1] * 365.25 * DAY, person.recordEnd - DAY)
    if (latest <= earliest) continue
    done.push({ code: procedure.snomed, at: earliest + share * (latest - earliest), ...(illness && { illness }) })
  }
  for (const visit of visits) {
    const illness = visit.reasons[0]
    if (visit.kind !== 'delivery' || illness === undefined) continue
    done.push({ code: DELIVERY, at: visit.start + 6 * 3_600_000, illness, encounterId: visit.id })
  }
  return done.sort((one, other) => one.at - other.at)
}
