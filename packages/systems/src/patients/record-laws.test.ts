import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { generatePatients } from './generate-record.js'

const scale = inject('scale')
const YEAR = 31_557_600_000
const DAY = 86_400_000
const NOW = '2026-11-20T12:00:00.000Z'

interface Code {
  readonly coding: readonly { readonly code: string }[]
}
interface Quantity {
  readonly value: number
  readonly code: string
}
/** The parts of a resource that these laws read. */
interface Entry {
  readonly resourceType: string
  readonly id: string
  readonly status?: string
  readonly gender?: string
  readonly birthDate?: string
  readonly deceasedDateTime?: string
  readonly maritalStatus?: Code
  readonly code?: Code
  readonly vaccineCode?: Code
  readonly medicationCodeableConcept?: Code
  readonly reasonCode?: readonly Code[]
  readonly encounter?: { readonly reference: string }
  readonly onsetDateTime?: string
  readonly abatementDateTime?: string
  readonly effectiveDateTime?: string
  readonly occurrenceDateTime?: string
  readonly authoredOn?: string
  readonly valueQuantity?: Quantity
  readonly valueCodeableConcept?: Code
  readonly component?: readonly { readonly valueQuantity: Quantity }[]
}

function readCode(concept: Code | undefined): string {
  return concept?.coding[0]?.code ?? ''
}

/** One generated patient, with queries for clinical rules. */
class Patient {
  readonly entries: readonly Entry[]
  readonly person: Entry

  constructor(resources: readonly unknown[]) {
    this.entries = resources as readonly Entry[]
    this.person = this.entries[0] as Entry
  }

  ofType(type: string): readonly Entry[] {
    return this.entries.filter(({ resourceType }) => resourceType === type)
  }

  ageAt(moment: string | undefined): number {
    return (Date.parse(moment ?? '') - Date.parse(this.person.birthDate ?? '')) / YEAR
  }

  condition(code: string): Entry | undefined {
    return this.ofType('Condition').find((condition) => readCode(condition.code) === code)
  }

  /** Whether the condition is present on the day of an instant. */
  has(code: string, moment: string | undefined): boolean {
    const { onsetDateTime: from, abatementDateTime: until } = this.condition(code) ?? {}
    const day = (moment ?? '').slice(0, 10)
    return from !== undefined && from <= day && (until === undefined || day <= until)
  }

  observations(code: string): readonly (Entry & { readonly value: number })[] {
    return this.ofType('Observation')
      .filter((observation) => readCode(observation.code) === code)
      .map((observation) => ({ ...observation, value: observation.valueQuantity?.value ?? Number.NaN }))
  }

  /** The medications with a status; by default all. */
  medicines(status?: string): readonly string[] {
    return this.ofType('MedicationRequest')
      .filter((request) => status === undefined || request.status === status)
      .map((request) => readCode(request.medicationCodeableConcept))
  }
}

const SNOMED = {
  type1: '46635009',
  type2: '44054006',
  prediabetes: '714628002',
  kidney: '433144002',
  lipids: '55822004',
  anemia: '87522002',
  pneumonia: '233604007',
  asthma: '195967001',
  pregnancy: '72892002',
  failure: '84114007',
} as const

/** A law: the violations by a patient, in words. */
type Law = (patient: Patient) => readonly string[]

const laws: Readonly<Record<string, Law>> = {
  'HbA1c and glucose tell diabetes from prediabetes from health': (patient) => {
    const wrong: string[] = []
    for (const { id, value, effectiveDateTime: at } of patient.observations('4548-4')) {
      const diabetic = patient.has(SNOMED.type1, at) || patient.has(SNOMED.type2, at)
      const later = patient.condition(SNOMED.type2) !== undefined
      const [low, high] = diabetic
        ? [6, 11]
        : patient.has(SNOMED.prediabetes, at)
          ? [5.7, 6.4]
          : later
            ? [4.8, 6.4]
            : [4.8, 5.6]
      if (value < low || value > high) wrong.push(`${id}: HbA1c ${value}, expected ${low} to ${high}`)
    }
    for (const { id, value, effectiveDateTime: at } of patient.observations('2345-7')) {
      const diabetic = patient.has(SNOMED.type1, at) || patient.has(SNOMED.type2, at)
      if (value > (diabetic ? 330 : 125)) wrong.push(`${id}: glucose ${value}`)
    }
    return wrong
  },
  'the filtration follows from the creatinine, and lies below 60 from the disease of the kidneys on': (patient) => {
    const wrong: string[] = []
    const male = patient.person.gender === 'male'
    const creatinines = new Map(patient.observations('2160-0').map((one) => [one.encounter?.reference, one.value]))
    for (const { id, value, effectiveDateTime: at, encounter } of patient.observations('98979-8')) {
      const ratio = (creatinines.get(encounter?.reference) ?? Number.NaN) / (male ? 0.9 : 0.7)
      const age = patient.ageAt(at)
      // CKD-EPI 2021; one day of age makes no difference.
      const slope = Math.min(ratio, 1) ** (male ? -0.302 : -0.241) * Math.max(ratio, 1) ** -1.2
      const expected = 142 * slope * 0.9938 ** Math.floor(age) * (male ? 1 : 1.012)
      if (!(Math.abs(value - expected) < 1.3)) wrong.push(`${id}: filtration ${value}, not ${expected}`)
      if (age < 18) wrong.push(`${id}: a formula for adults at ${age}`)
      if (value < 60 !== patient.has(SNOMED.kidney, at)) wrong.push(`${id}: filtration ${value} against the diagnosis`)
    }
    return wrong
  },
  'LDL is high when it is found to be, and not above 160 before': (patient) => {
    const onset = Date.parse(patient.condition(SNOMED.lipids)?.onsetDateTime ?? '')
    return patient.observations('13457-7').flatMap(({ id, value, effectiveDateTime }) => {
      const since = Date.parse(effectiveDateTime ?? '') - onset
      const right = since >= 0 && since < 44 * DAY ? value >= 149 : value <= 160
      return right ? [] : [`${id}: LDL ${value}, ${since / DAY} days after the diagnosis`]
    })
  },
  'hemoglobin is low with anemia and not otherwise, leukocytes are high with pneumonia and not otherwise': (
    patient,
  ) => {
    const wrong: string[] = []
    const lowest = patient.person.gender === 'male' ? 13.5 : 12
    for (const { id, value, effectiveDateTime: at } of patient.observations('718-7')) {
      if (value < lowest !== patient.has(SNOMED.anemia, at)) wrong.push(`${id}: hemoglobin ${value}`)
    }
    for (const { id, value, encounter } of patient.observations('6690-2')) {
      const visit = patient.entries.find((entry) => `Encounter/${entry.id}` === encounter?.reference)
      const ill = visit?.reasonCode?.some((reason) => readCode(reason) === SNOMED.pneumonia) === true
      if (ill ? value < 9 : value > 11) wrong.push(`${id}: leukocytes ${value}`)
    }
    return wrong
  },
  'nobody takes two medicines of a class, or one that a condition forbids': (patient) => {
    const wrong: string[] = []
    const active = patient.medicines('active')
    const classes = {
      'ACE inhibitor or sartan': ['314076', '979492'],
      SSRI: ['312941', '349332'],
      statin: ['617310', '617311'],
    }
    for (const [name, members] of Object.entries(classes)) {
      if (active.filter((code) => members.includes(code)).length > 1) wrong.push(`${patient.person.id}: two of ${name}`)
    }
    const forbidden = [
      [SNOMED.asthma, '866436'],
      [SNOMED.kidney, '310965'],
      [SNOMED.kidney, '1648755'],
      [SNOMED.failure, '310965'],
      [SNOMED.pregnancy, '310965'],
      [SNOMED.pregnancy, '617310'],
      [SNOMED.pregnancy, '314076'],
      [SNOMED.pregnancy, '105585'],
    ] as const
    for (const [condition, medicine] of forbidden) {
      if (patient.condition(condition) && patient.medicines().includes(medicine)) {
        wrong.push(`${patient.person.id}: ${medicine} with ${condition}`)
      }
    }
    return wrong
  },
  'type 1 diabetes is treated with insulin for the day and for meals, at any age': (patient) => {
    const visits = patient.ofType('MedicationRequest').length > 0
    if (patient.condition(SNOMED.type1) === undefined || !visits) return []
    const lacking = ['311041', '865098'].filter((code) => !patient.medicines().includes(code))
    return lacking.map((code) => `${patient.person.id}: no ${code}`)
  },
  'blood pressure fits the age of children': (patient) =>
    patient.observations('85354-9').flatMap(({ id, component, effectiveDateTime }) => {
      const age = patient.ageAt(effectiveDateTime)
      const [systolic = 0, diastolic = 0] = component?.map(({ valueQuantity }) => valueQuantity.value) ?? []
      if (age < 3) return [`${id}: measured at ${age}`]
      if (age >= 18) return []
      const right = systolic < 110 + age * 1.8 && diastolic < 66 + age && diastolic > 38 && systolic - diastolic > 18
      return right ? [] : [`${id}: ${systolic}/${diastolic} at ${age}`]
    }),
  'weight does not jump, not at eighteen either, but in pregnancy it grows': (patient) => {
    const wrong: string[] = []
    const weights = patient.observations('29463-7')
    for (const [index, { id, value, effectiveDateTime: at }] of weights.entries()) {
      const before = weights[index - 1]
      if (before === undefined || patient.ageAt(before.effectiveDateTime) < 2) continue
      const years = (Date.parse(at ?? '') - Date.parse(before.effectiveDateTime ?? '')) / YEAR
      const pregnant = [at, before.effectiveDateTime].some((moment) => patient.has(SNOMED.pregnancy, moment))
      const share = Math.abs(value / before.value - 1)
      if (share > 0.03 + 0.3 * years + (pregnant ? 0.3 : 0)) wrong.push(`${id}: ${before.value} to ${value} kg`)
    }
    const carried = weights.filter(({ effectiveDateTime }) => patient.has(SNOMED.pregnancy, effectiveDateTime))
    const [first, last] = [carried[0], carried.at(-1)]
    const onset = Date.parse(patient.condition(SNOMED.pregnancy)?.onsetDateTime ?? '')
    const late = Date.parse(last?.effectiveDateTime ?? '') - onset > 240 * DAY
    const early = Date.parse(first?.effectiveDateTime ?? '') - onset < 90 * DAY
    if (early && late && !((last?.value ?? 0) > (first?.value ?? 0) + 5)) wrong.push(`${last?.id}: no gain`)
    return wrong
  },
  'vaccines come at their ages, pneumococcal ones to all years of birth': (patient) => {
    const wrong: string[] = []
    const doses = patient.ofType('Immunization')
    const ages = (...codes: readonly string[]) =>
      doses
        .filter((dose) => codes.includes(readCode(dose.vaccineCode)))
        .map((dose) => patient.ageAt(dose.occurrenceDateTime))
    const ranges: Readonly<Record<string, readonly [number, number]>> = {
      '03': [0.95, 5],
      '119': [0.1, 0.7],
      '165': [10.9, 13],
      '187': [50, 52],
      '309': [12, 200],
      '33': [65, 66],
    }
    for (const [code, [from, to]] of Object.entries(ranges)) {
      const off = ages(code).filter((age) => age < from || age > to)
      if (off.length > 0) wrong.push(`${patient.person.id}: vaccine ${code} at ${off.join()}`)
    }
    if (ages('133', '216').filter((age) => age < 3).length > 4) wrong.push(`${patient.person.id}: a fifth PCV`)
    return wrong
  },
  'marriage and smoking are of adults': (patient) => {
    const { id, maritalStatus, deceasedDateTime } = patient.person
    const status = readCode(maritalStatus)
    const wrong = patient
      .observations('72166-2')
      .filter(({ effectiveDateTime }) => patient.ageAt(effectiveDateTime) < 17.9)
      .map((observation) => `${observation.id}: asked of a child`)
    if (status !== 'S' && patient.ageAt(deceasedDateTime ?? NOW) < 23) wrong.push(`${id}: ${status} as a child`)
    return wrong
  },
}

/** All laws are checked for each seed, because generating costs more than checking. */
function listFaults(seed: number, patients: number): readonly string[] {
  return [...generatePatients({ seed, patients, now: NOW })].flatMap((resources) => {
    const patient = new Patient(resources)
    return Object.entries(laws).flatMap(([name, law]) => law(patient).map((fault) => `${name}: ${fault}`))
  })
}

test('generated patients satisfy the clinical plausibility rules', () => {
  expect(listFaults(7, 100 * scale)).toEqual([])
})

test('generated patients satisfy the clinical plausibility rules with any seed', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (seed) => {
      expect(listFaults(seed, 30)).toEqual([])
    }),
    { numRuns: 3 * scale },
  )
})
