import type { Code } from '../coding.js'

/** An allergy with its reaction. */
export interface Allergy {
  readonly key: string
  readonly snomed: Code
  readonly category: 'medication' | 'food' | 'environment'
  readonly prevalence: number
  readonly reactions: readonly Code[]
  readonly criticality: 'low' | 'high'
  readonly ageFrom: number
}

const HIVES: Code = { code: '247472004', display: 'Hives' }
const RASH: Code = { code: '271807003', display: 'Eruption of skin' }
const ANAPHYLAXIS: Code = { code: '39579001', display: 'Anaphylaxis' }
const NAUSEA: Code = { code: '422587007', display: 'Nausea' }

export const ALLERGIES: readonly Allergy[] = [
  {
    key: 'penicillin',
    snomed: { code: '91936005', display: 'Allergy to penicillin' },
    category: 'medication',
    prevalence: 0.08,
    reactions: [HIVES, RASH],
    criticality: 'high',
    ageFrom: 1,
  },
  {
    key: 'sulfonamide',
    snomed: { code: '91939003', display: 'Allergy to sulfonamide' },
    category: 'medication',
    prevalence: 0.03,
    reactions: [RASH],
    criticality: 'low',
    ageFrom: 2,
  },
  {
    key: 'peanut',
    snomed: { code: '91935009', display: 'Allergy to peanut' },
    category: 'food',
    prevalence: 0.02,
    reactions: [ANAPHYLAXIS, HIVES],
    criticality: 'high',
    ageFrom: 1,
  },
  {
    key: 'egg',
    snomed: { code: '91930004', display: 'Allergy to egg' },
    category: 'food',
    prevalence: 0.01,
    reactions: [RASH, NAUSEA],
    criticality: 'low',
    ageFrom: 1,
  },
  {
    key: 'pollen',
    snomed: { code: '418689008', display: 'Allergy to grass pollen' },
    category: 'environment',
    prevalence: 0.07,
    reactions: [{ code: '61582004', display: 'Allergic rhinitis' }],
    criticality: 'low',
    ageFrom: 4,
  },
  {
    key: 'mite',
    snomed: { code: '232350006', display: 'Allergy to house dust mite' },
    category: 'environment',
    prevalence: 0.04,
    reactions: [{ code: '61582004', display: 'Allergic rhinitis' }],
    criticality: 'low',
    ageFrom: 3,
  },
]

/** Recorded if there is no allergy. */
export const NO_KNOWN_ALLERGY: Code = { code: '716186003', display: 'No known allergy' }
