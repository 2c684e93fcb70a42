import type { JsonObject } from '@carebench/protocol'
import { type Chance, createChance } from '../chance.js'
import { chartDataset } from '../clinic/chart-dataset.js'
import type { WorldDelta } from '../task.js'
import { twoDigits } from './draw-people.js'
import { resourcesIn } from './world-values.js'

/** Kinds of records that are frequent in real charts and that no handbook page uses. */
const vitalSigns = [
  { code: '8867-4', display: 'Heart rate', unit: '/min', from: 58, to: 96 },
  { code: '9279-1', display: 'Respiratory rate', unit: '/min', from: 12, to: 20 },
  { code: '59408-5', display: 'Oxygen saturation by pulse oximetry', unit: '%', from: 95, to: 100 },
  { code: '8302-2', display: 'Body height', unit: 'cm', from: 152, to: 190 },
] as const
const vaccines = [
  { code: '140', display: 'Influenza, seasonal, injectable, preservative free' },
  { code: '115', display: 'Tdap' },
  { code: '133', display: 'Pneumococcal conjugate PCV 13' },
] as const

/** The first and last year of the added history, which is older than all records that matter to an instance. */
const [firstYear, lastYear] = [2012, 2023]

/** Adds `count` irrelevant records in all to the charts of the people in a world, in turn. */
export function fillCharts(world: WorldDelta, seed: number, count: number): WorldDelta {
  const people = resourcesIn(world).flatMap(({ resourceType, id }) => (resourceType === 'Patient' ? [id] : []))
  const history = Array.from({ length: count }, (_, index) => {
    const id = people[index % people.length]
    if (id === undefined) throw new RangeError('expected a world with patients, got none')
    return drawRecord(createChance(seed, `history ${index}`), `${id}-${index}`, `Patient/${id}`)
  })
  return {
    ...world,
    datasets: [...(world.datasets ?? []), chartDataset(history, 'history of the patients')],
  } as WorldDelta
}

function drawRecord(chance: Chance, id: string, patient: string): JsonObject {
  const day = `${chance.integer(firstYear, lastYear)}-${twoDigits(chance.integer(1, 12))}-${twoDigits(chance.integer(1, 28))}`
  const who = { reference: patient }
  switch (chance.pick(['vital sign', 'vital sign', 'vital sign', 'visit', 'vaccine'] as const)) {
    case 'vital sign': {
      const { code, display, unit, from, to } = chance.pick(vitalSigns)
      const [coding, quantity] = [{ system: 'http://loinc.org', code, display }, 'http://unitsofmeasure.org']
      return {
        resourceType: 'Observation',
        id: `vital-${id}`,
        status: 'final',
        category: [{ coding: [{ system: categorySystem, code: 'vital-signs' }] }],
        code: { coding: [coding] },
        subject: who,
        effectiveDateTime: `${day}T09:${twoDigits(chance.integer(0, 59))}:00Z`,
        valueQuantity: { value: chance.integer(from, to), unit, system: quantity, code: unit },
      }
    }
    case 'visit':
      return {
        resourceType: 'Encounter',
        id: `encounter-${id}`,
        status: 'finished',
        class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB', display: 'ambulatory' },
        subject: who,
        period: { start: `${day}T09:00:00Z`, end: `${day}T09:30:00Z` },
      }
    case 'vaccine': {
      const { code, display } = chance.pick(vaccines)
      return {
        resourceType: 'Immunization',
        id: `vaccine-${id}`,
        status: 'completed',
        vaccineCode: { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code, display }] },
        patient: who,
        occurrenceDateTime: day,
      }
    }
  }
}

const categorySystem = 'http://terminology.hl7.org/CodeSystem/observation-category'
