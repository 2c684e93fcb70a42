import type { Code } from '../coding.js'

/** A prescription as it is usually written. */
export interface Medication {
  readonly rxnorm: Code
  /** The directions on the label. */
  readonly directions: string
  readonly perDose: number
  readonly doseUnit: string
  readonly timesADay: number
  readonly asNeeded?: boolean
  readonly route: 'oral' | 'inhalation' | 'subcutaneous'
  readonly quantity: number
  readonly quantityUnit: string
  readonly days: number
  readonly refills: number
  /** Contraindicating allergies (keys of the allergy table). */
  readonly forbiddenBy?: readonly string[]
  /** Contraindicating conditions. */
  readonly unwiseWith?: readonly string[]
  readonly ageFrom?: number
  readonly ageTo?: number
}

const DAILY = {
  perDose: 1,
  doseUnit: 'tablet',
  timesADay: 1,
  route: 'oral',
  quantity: 90,
  quantityUnit: 'tablet',
  days: 90,
  refills: 3,
} as const

/** The available medications, by a short name. */
export const MEDICATIONS = {
  lisinopril: {
    ...DAILY,
    rxnorm: { code: '314076', display: 'lisinopril 10 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
  },
  amlodipine: {
    ...DAILY,
    rxnorm: { code: '197361', display: 'amlodipine 5 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
    unwiseWith: ['failure'],
  },
  losartan: {
    ...DAILY,
    rxnorm: { code: '979492', display: 'losartan potassium 50 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
  },
  thiazide: {
    ...DAILY,
    rxnorm: { code: '310798', display: 'hydrochlorothiazide 25 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily in the morning',
    forbiddenBy: ['sulfonamide'],
    unwiseWith: ['kidney', 'failure'],
  },
  metformin: {
    ...DAILY,
    rxnorm: { code: '860975', display: '24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet' },
    directions: 'Take 2 tablets by mouth once daily with the evening meal',
    perDose: 2,
    quantity: 180,
  },
  glargine: {
    rxnorm: { code: '311041', display: 'insulin glargine 100 UNT/ML Injectable Solution' },
    directions: 'Inject 18 units under the skin once daily at bedtime',
    perDose: 18,
    doseUnit: 'unit',
    timesADay: 1,
    route: 'subcutaneous',
    quantity: 20,
    quantityUnit: 'mL',
    days: 90,
    refills: 3,
    ageFrom: 0,
  },
  lispro: {
    rxnorm: { code: '865098', display: 'insulin lispro 100 UNT/ML Injectable Solution [Humalog]' },
    directions: 'Inject 5 units under the skin three times daily before meals',
    perDose: 5,
    doseUnit: 'unit',
    timesADay: 3,
    route: 'subcutaneous',
    quantity: 20,
    quantityUnit: 'mL',
    days: 90,
    refills: 3,
    ageFrom: 0,
  },
  atorvastatin: {
    ...DAILY,
    rxnorm: { code: '617310', display: 'atorvastatin 20 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
  },
  atorvastatinHigh: {
    ...DAILY,
    rxnorm: { code: '617311', display: 'atorvastatin 40 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
  },
  aspirin: {
    ...DAILY,
    rxnorm: { code: '243670', display: 'aspirin 81 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
    unwiseWith: ['fibrillation'],
  },
  metoprolol: {
    ...DAILY,
    rxnorm: { code: '866436', display: '24 HR metoprolol succinate 50 MG Extended Release Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
    unwiseWith: ['asthma'],
  },
  apixaban: {
    ...DAILY,
    rxnorm: { code: '1364445', display: 'apixaban 5 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth twice daily',
    timesADay: 2,
    quantity: 180,
  },
  furosemide: {
    ...DAILY,
    rxnorm: { code: '313988', display: 'furosemide 40 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily in the morning',
    forbiddenBy: ['sulfonamide'],
  },
  albuterol: {
    rxnorm: {
      code: '859088',
      display: 'NDA020983 200 ACTUAT albuterol 0.09 MG/ACTUAT Metered Dose Inhaler [Ventolin]',
    },
    directions: 'Inhale 2 puffs every 4 to 6 hours as needed for wheezing',
    perDose: 2,
    doseUnit: 'puff',
    timesADay: 4,
    asNeeded: true,
    route: 'inhalation',
    quantity: 1,
    quantityUnit: 'inhaler',
    days: 30,
    refills: 5,
    ageFrom: 2,
  },
  fluticasone: {
    rxnorm: { code: '895994', display: '120 ACTUAT fluticasone propionate 0.044 MG/ACTUAT Metered Dose Inhaler' },
    directions: 'Inhale 2 puffs twice daily',
    perDose: 2,
    doseUnit: 'puff',
    timesADay: 2,
    route: 'inhalation',
    quantity: 1,
    quantityUnit: 'inhaler',
    days: 30,
    refills: 5,
    ageFrom: 4,
  },
  salmeterol: {
    rxnorm: {
      code: '896209',
      display: '60 ACTUAT fluticasone propionate 0.25 MG/ACTUAT / salmeterol 0.05 MG/ACTUAT Dry Powder Inhaler',
    },
    directions: 'Inhale 1 puff twice daily',
    perDose: 1,
    doseUnit: 'puff',
    timesADay: 2,
    route: 'inhalation',
    quantity: 1,
    quantityUnit: 'inhaler',
    days: 30,
    refills: 5,
  },
  sertraline: {
    ...DAILY,
    rxnorm: { code: '312941', display: 'sertraline 50 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
    ageFrom: 15,
  },
  escitalopram: {
    ...DAILY,
    rxnorm: { code: '349332', display: 'escitalopram 10 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
    ageFrom: 15,
  },
  levothyroxine: {
    ...DAILY,
    rxnorm: { code: '966222', display: 'levothyroxine sodium 0.075 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily on an empty stomach',
  },
  acetaminophen: {
    ...DAILY,
    rxnorm: { code: '313782', display: 'acetaminophen 325 MG Oral Tablet' },
    directions: 'Take 2 tablets by mouth every 6 hours as needed for pain',
    perDose: 2,
    timesADay: 4,
    asNeeded: true,
    quantity: 100,
    days: 30,
    refills: 1,
    ageFrom: 12,
  },
  ibuprofen: {
    ...DAILY,
    rxnorm: { code: '310965', display: 'ibuprofen 200 MG Oral Tablet' },
    directions: 'Take 2 tablets by mouth every 6 hours with food as needed for pain',
    perDose: 2,
    timesADay: 3,
    asNeeded: true,
    quantity: 60,
    days: 10,
    refills: 0,
    ageFrom: 12,
    ageTo: 70,
    unwiseWith: ['kidney', 'failure', 'coronary', 'fibrillation', 'pregnancy'],
    forbiddenBy: ['nsaid'],
  },
  methotrexate: {
    ...DAILY,
    rxnorm: { code: '105585', display: 'methotrexate 2.5 MG Oral Tablet' },
    directions: 'Take 6 tablets by mouth once a week on the same day',
    perDose: 6,
    timesADay: 1 / 7,
    quantity: 72,
    days: 84,
    refills: 1,
  },
  omeprazole: {
    ...DAILY,
    rxnorm: { code: '198051', display: 'omeprazole 20 MG Delayed Release Oral Capsule' },
    directions: 'Take 1 capsule by mouth once daily before breakfast',
    doseUnit: 'capsule',
    quantityUnit: 'capsule',
  },
  tamsulosin: {
    ...DAILY,
    rxnorm: { code: '863669', display: 'tamsulosin hydrochloride 0.4 MG Oral Capsule' },
    directions: 'Take 1 capsule by mouth once daily after the same meal',
    doseUnit: 'capsule',
    quantityUnit: 'capsule',
  },
  iron: {
    ...DAILY,
    rxnorm: { code: '310325', display: 'ferrous sulfate 325 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily',
  },
  methylphenidate: {
    ...DAILY,
    rxnorm: { code: '1091392', display: 'methylphenidate hydrochloride 20 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily in the morning',
    quantity: 30,
    days: 30,
    refills: 0,
    unwiseWith: ['coronary', 'fibrillation', 'failure', 'pregnancy'],
  },
  loratadine: {
    ...DAILY,
    rxnorm: { code: '311372', display: 'loratadine 10 MG Oral Tablet' },
    directions: 'Take 1 tablet by mouth once daily as needed for allergies',
    asNeeded: true,
    quantity: 30,
    days: 30,
    refills: 5,
    ageFrom: 6,
  },
  amoxicillin: {
    rxnorm: { code: '308191', display: 'amoxicillin 500 MG Oral Capsule' },
    directions: 'Take 1 capsule by mouth twice daily for 10 days',
    perDose: 1,
    doseUnit: 'capsule',
    timesADay: 2,
    route: 'oral',
    quantity: 20,
    quantityUnit: 'capsule',
    days: 10,
    refills: 0,
    ageFrom: 12,
    forbiddenBy: ['penicillin'],
  },
  amoxicillinLiquid: {
    rxnorm: { code: '308189', display: 'amoxicillin 80 MG/ML Oral Suspension' },
    directions: 'Take 5 mL by mouth twice daily for 10 days',
    perDose: 5,
    doseUnit: 'mL',
    timesADay: 2,
    route: 'oral',
    quantity: 100,
    quantityUnit: 'mL',
    days: 10,
    refills: 0,
    ageFrom: 0,
    ageTo: 11,
    forbiddenBy: ['penicillin'],
  },
  azithromycin: {
    ...DAILY,
    rxnorm: { code: '308460', display: 'azithromycin 250 MG Oral Tablet' },
    directions: 'Take 2 tablets by mouth on day 1, then 1 tablet daily on days 2 to 5',
    quantity: 6,
    days: 5,
    refills: 0,
    ageFrom: 12,
  },
  nitrofurantoin: {
    rxnorm: {
      code: '1648755',
      display: 'nitrofurantoin, macrocrystals 25 MG / nitrofurantoin, monohydrate 75 MG Oral Capsule',
    },
    directions: 'Take 1 capsule by mouth twice daily for 5 days',
    perDose: 1,
    doseUnit: 'capsule',
    timesADay: 2,
    route: 'oral',
    quantity: 10,
    quantityUnit: 'capsule',
    days: 5,
    refills: 0,
    unwiseWith: ['kidney'],
  },
} satisfies Record<string, Medication>
