import type { Code } from '../coding.js'

/** A temporary illness with one visit. */
export interface AcuteCondition {
  readonly key: string
  readonly snomed: Code
  readonly icd10: Code
  readonly sex?: 'female' | 'male'
  readonly ageFrom: number
  readonly ageTo: number
  /** The probability of an episode per year in this age range. */
  readonly yearly: number
  readonly days: readonly [number, number]
  /** The place of the visit; hospital: emergency department, and admission from 65 years of age. */
  readonly seenAt: 'office' | 'emergency' | 'hospital' | 'video'
  readonly fever: boolean
  /** Months of the year in which it occurs; default: all. */
  readonly months?: readonly number[]
}

export const ACUTE_CONDITIONS: readonly AcuteCondition[] = [
  {
    key: 'cold',
    snomed: { code: '54150009', display: 'Upper respiratory infection' },
    icd10: { code: 'J06.9', display: 'Acute upper respiratory infection, unspecified' },
    ageFrom: 0,
    ageTo: 120,
    yearly: 0.12,
    days: [6, 12],
    seenAt: 'office',
    fever: true,
  },
  {
    key: 'otitis',
    snomed: { code: '65363002', display: 'Otitis media' },
    icd10: { code: 'H66.90', display: 'Otitis media, unspecified, unspecified ear' },
    ageFrom: 0.5,
    ageTo: 7,
    yearly: 0.28,
    days: [7, 12],
    seenAt: 'office',
    fever: true,
  },
  {
    key: 'strep',
    snomed: { code: '43878008', display: 'Streptococcal sore throat' },
    icd10: { code: 'J02.0', display: 'Streptococcal pharyngitis' },
    ageFrom: 4,
    ageTo: 25,
    yearly: 0.1,
    days: [7, 10],
    seenAt: 'office',
    fever: true,
  },
  {
    key: 'sinusitis',
    snomed: { code: '444814009', display: 'Viral sinusitis' },
    icd10: { code: 'J01.90', display: 'Acute sinusitis, unspecified' },
    ageFrom: 12,
    ageTo: 90,
    yearly: 0.07,
    days: [8, 18],
    seenAt: 'video',
    fever: false,
  },
  {
    key: 'bronchitis',
    snomed: { code: '10509002', display: 'Acute bronchitis' },
    icd10: { code: 'J20.9', display: 'Acute bronchitis, unspecified' },
    ageFrom: 5,
    ageTo: 120,
    yearly: 0.05,
    days: [10, 21],
    seenAt: 'office',
    fever: false,
  },
  {
    key: 'influenza',
    snomed: { code: '6142004', display: 'Influenza' },
    icd10: {
      code: 'J11.1',
      display: 'Influenza due to unidentified influenza virus with other respiratory manifestations',
    },
    ageFrom: 1,
    ageTo: 120,
    yearly: 0.04,
    days: [6, 12],
    seenAt: 'office',
    fever: true,
    months: [1, 2, 3, 12],
  },
  {
    key: 'pneumonia',
    snomed: { code: '233604007', display: 'Pneumonia' },
    icd10: { code: 'J18.9', display: 'Pneumonia, unspecified organism' },
    ageFrom: 60,
    ageTo: 120,
    yearly: 0.025,
    days: [12, 25],
    seenAt: 'hospital',
    fever: true,
  },
  {
    key: 'gastroenteritis',
    snomed: { code: '25374005', display: 'Gastroenteritis' },
    icd10: { code: 'A09', display: 'Infectious gastroenteritis and colitis, unspecified' },
    ageFrom: 1,
    ageTo: 90,
    yearly: 0.04,
    days: [3, 6],
    seenAt: 'office',
    fever: true,
  },
  {
    key: 'cystitis',
    snomed: { code: '68566005', display: 'Urinary tract infection' },
    icd10: { code: 'N39.0', display: 'Urinary tract infection, site not specified' },
    sex: 'female',
    ageFrom: 16,
    ageTo: 95,
    yearly: 0.08,
    days: [5, 9],
    seenAt: 'office',
    fever: false,
  },
  {
    key: 'croup',
    snomed: { code: '71186008', display: 'Croup' },
    icd10: { code: 'J05.0', display: 'Acute obstructive laryngitis [croup]' },
    ageFrom: 0.5,
    ageTo: 3,
    yearly: 0.06,
    days: [3, 7],
    seenAt: 'emergency',
    fever: true,
  },
  {
    key: 'ankle',
    snomed: { code: '44465007', display: 'Sprain of ankle' },
    icd10: { code: 'S93.409A', display: 'Sprain of unspecified ligament of unspecified ankle, initial encounter' },
    ageFrom: 8,
    ageTo: 60,
    yearly: 0.03,
    days: [14, 40],
    seenAt: 'emergency',
    fever: false,
  },
  {
    key: 'back',
    snomed: { code: '279039007', display: 'Low back pain' },
    icd10: { code: 'M54.50', display: 'Low back pain, unspecified' },
    ageFrom: 22,
    ageTo: 80,
    yearly: 0.06,
    days: [14, 60],
    seenAt: 'office',
    fever: false,
  },
]

/** An uncomplicated pregnancy: prenatal visits, then a delivery in hospital. */
export const PREGNANCY = {
  snomed: { code: '72892002', display: 'Normal pregnancy' },
  icd10: {
    code: 'Z34.90',
    display: 'Encounter for supervision of normal pregnancy, unspecified, unspecified trimester',
  },
  ageFrom: 19,
  ageTo: 41,
  /** Weeks of the prenatal visits; the birth follows. */
  prenatalWeeks: [9, 13, 20, 28, 34, 38],
  deliveryWeek: 39,
  /** The probability of a pregnancy in the years that a record covers. */
  probability: 0.22,
} as const
