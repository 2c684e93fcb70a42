import type { Code } from '../coding.js'

/** Kinds of visit: where, how long and how it is coded. */
export type VisitKind =
  | 'wellness'
  | 'wellChild'
  | 'followUp'
  | 'problem'
  | 'emergency'
  | 'admission'
  | 'video'
  | 'prenatal'
  | 'delivery'

interface VisitType {
  readonly snomed: Code
  /** HL7 v3 ActCode. */
  readonly class: 'AMB' | 'EMER' | 'IMP' | 'VR'
  readonly classDisplay: string
  /** Minimum and maximum duration, in minutes. */
  readonly minutes: readonly [number, number]
}

const OFFICE = { class: 'AMB', classDisplay: 'ambulatory' } as const
const HOSPITAL = { class: 'IMP', classDisplay: 'inpatient encounter' } as const

export const VISIT_TYPES: Readonly<Record<VisitKind, VisitType>> = {
  wellness: { ...OFFICE, snomed: { code: '162673000', display: 'General examination of patient' }, minutes: [30, 45] },
  wellChild: { ...OFFICE, snomed: { code: '410620009', display: 'Well child visit' }, minutes: [20, 30] },
  followUp: { ...OFFICE, snomed: { code: '390906007', display: 'Follow-up encounter' }, minutes: [15, 30] },
  problem: { ...OFFICE, snomed: { code: '185345009', display: 'Encounter for symptom' }, minutes: [15, 30] },
  video: {
    class: 'VR',
    classDisplay: 'virtual',
    snomed: { code: '185345009', display: 'Encounter for symptom' },
    minutes: [15, 20],
  },
  emergency: {
    class: 'EMER',
    classDisplay: 'emergency',
    snomed: { code: '50849002', display: 'Emergency room admission' },
    minutes: [90, 300],
  },
  admission: { ...HOSPITAL, snomed: { code: '32485007', display: 'Hospital admission' }, minutes: [2880, 8640] },
  prenatal: { ...OFFICE, snomed: { code: '424619006', display: 'Prenatal visit' }, minutes: [20, 30] },
  delivery: { ...HOSPITAL, snomed: { code: '32485007', display: 'Hospital admission' }, minutes: [2160, 3600] },
}

/** Ages of the well-child visits in months, up to three years; afterwards once a year. */
export const WELL_CHILD_MONTHS = [0.3, 1, 2, 4, 6, 9, 12, 15, 18, 24, 30, 36]
