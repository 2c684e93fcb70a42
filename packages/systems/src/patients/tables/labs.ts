import type { Code } from '../coding.js'

/** A quantity measured in the laboratory, its unit (UCUM) and its usual range in adults. */
interface Analyte {
  readonly loinc: Code
  readonly unit: string
  readonly decimals: number
  readonly low?: number
  readonly high?: number
  /** The range for men, if it differs. */
  readonly male?: { readonly low?: number; readonly high?: number }
}

export type AnalyteKey =
  | 'glucose'
  | 'urea'
  | 'creatinine'
  | 'filtration'
  | 'sodium'
  | 'potassium'
  | 'chloride'
  | 'bicarbonate'
  | 'calcium'
  | 'cholesterol'
  | 'triglycerides'
  | 'hdl'
  | 'ldl'
  | 'hba1c'
  | 'hemoglobin'
  | 'hematocrit'
  | 'leukocytes'
  | 'platelets'
  | 'ferritin'
  | 'thyrotropin'
  | 'albuminRatio'
  | 'natriuretic'
  | 'antigen'

export const ANALYTES: Readonly<Record<AnalyteKey, Analyte>> = {
  glucose: {
    loinc: { code: '2345-7', display: 'Glucose [Mass/volume] in Serum or Plasma' },
    unit: 'mg/dL',
    decimals: 0,
    low: 70,
    high: 99,
  },
  urea: {
    loinc: { code: '3094-0', display: 'Urea nitrogen [Mass/volume] in Serum or Plasma' },
    unit: 'mg/dL',
    decimals: 0,
    low: 7,
    high: 20,
  },
  creatinine: {
    loinc: { code: '2160-0', display: 'Creatinine [Mass/volume] in Serum or Plasma' },
    unit: 'mg/dL',
    decimals: 2,
    low: 0.5,
    high: 1.1,
    male: { low: 0.7, high: 1.3 },
  },
  filtration: {
    loinc: {
      code: '98979-8',
      display:
        'Glomerular filtration rate [Volume Rate/Area] in Serum, Plasma or Blood by Creatinine-based formula ' +
        '(CKD-EPI 2021)/1.73 sq M',
    },
    unit: 'mL/min/{1.73_m2}',
    decimals: 0,
    low: 60,
  },
  sodium: {
    loinc: { code: '2951-2', display: 'Sodium [Moles/volume] in Serum or Plasma' },
    unit: 'mmol/L',
    decimals: 0,
    low: 135,
    high: 145,
  },
  potassium: {
    loinc: { code: '2823-3', display: 'Potassium [Moles/volume] in Serum or Plasma' },
    unit: 'mmol/L',
    decimals: 1,
    low: 3.5,
    high: 5.1,
  },
  chloride: {
    loinc: { code: '2075-0', display: 'Chloride [Moles/volume] in Serum or Plasma' },
    unit: 'mmol/L',
    decimals: 0,
    low: 98,
    high: 107,
  },
  bicarbonate: {
    loinc: { code: '2028-9', display: 'Carbon dioxide, total [Moles/volume] in Serum or Plasma' },
    unit: 'mmol/L',
    decimals: 0,
    low: 22,
    high: 29,
  },
  calcium: {
    loinc: { code: '17861-6', display: 'Calcium [Mass/volume] in Serum or Plasma' },
    unit: 'mg/dL',
    decimals: 1,
    low: 8.6,
    high: 10.3,
  },
  cholesterol: {
    loinc: { code: '2093-3', display: 'Cholesterol [Mass/volume] in Serum or Plasma' },
    unit: 'mg/dL',
    decimals: 0,
    high: 200,
  },
  triglycerides: {
    loinc: { code: '2571-8', display: 'Triglyceride [Mass/volume] in Serum or Plasma' },
    unit: 'mg/dL',
    decimals: 0,
    high: 150,
  },
  hdl: {
    loinc: { code: '2085-9', display: 'Cholesterol in HDL [Mass/volume] in Serum or Plasma' },
    unit: 'mg/dL',
    decimals: 0,
    low: 50,
    male: { low: 40 },
  },
  ldl: {
    loinc: { code: '13457-7', display: 'Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation' },
    unit: 'mg/dL',
    decimals: 0,
    high: 130,
  },
  hba1c: {
    loinc: { code: '4548-4', display: 'Hemoglobin A1c/Hemoglobin.total in Blood' },
    unit: '%',
    decimals: 1,
    low: 4,
    high: 5.6,
  },
  hemoglobin: {
    loinc: { code: '718-7', display: 'Hemoglobin [Mass/volume] in Blood' },
    unit: 'g/dL',
    decimals: 1,
    low: 12,
    high: 15.5,
    male: { low: 13.5, high: 17.5 },
  },
  hematocrit: {
    loinc: { code: '4544-3', display: 'Hematocrit [Volume Fraction] of Blood by Automated count' },
    unit: '%',
    decimals: 1,
    low: 36,
    high: 46,
    male: { low: 40, high: 52 },
  },
  leukocytes: {
    loinc: { code: '6690-2', display: 'Leukocytes [#/volume] in Blood by Automated count' },
    unit: '10*3/uL',
    decimals: 1,
    low: 4,
    high: 11,
  },
  platelets: {
    loinc: { code: '777-3', display: 'Platelets [#/volume] in Blood by Automated count' },
    unit: '10*3/uL',
    decimals: 0,
    low: 150,
    high: 400,
  },
  ferritin: {
    loinc: { code: '2276-4', display: 'Ferritin [Mass/volume] in Serum or Plasma' },
    unit: 'ng/mL',
    decimals: 0,
    low: 15,
    high: 150,
    male: { low: 30, high: 400 },
  },
  thyrotropin: {
    loinc: { code: '3016-3', display: 'Thyrotropin [Units/volume] in Serum or Plasma' },
    unit: 'm[IU]/L',
    decimals: 2,
    low: 0.4,
    high: 4.5,
  },
  albuminRatio: {
    loinc: { code: '9318-7', display: 'Albumin/Creatinine [Mass Ratio] in Urine' },
    unit: 'mg/g',
    decimals: 0,
    high: 30,
  },
  natriuretic: {
    loinc: { code: '33762-6', display: 'Natriuretic peptide.B prohormone N-Terminal [Mass/volume] in Serum or Plasma' },
    unit: 'pg/mL',
    decimals: 0,
    high: 450,
  },
  antigen: {
    loinc: { code: '2857-1', display: 'Prostate specific Ag [Mass/volume] in Serum or Plasma' },
    unit: 'ng/mL',
    decimals: 1,
    high: 4,
  },
}

/** Analytes that are ordered, measured and reported together. */
interface LabPanel {
  readonly loinc: Code
  readonly analytes: readonly AnalyteKey[]
}

export type PanelKey =
  | 'metabolic'
  | 'lipids'
  | 'count'
  | 'glycation'
  | 'thyroid'
  | 'iron'
  | 'albumin'
  | 'heart'
  | 'prostate'

export const PANELS: Readonly<Record<PanelKey, LabPanel>> = {
  metabolic: {
    loinc: { code: '24321-2', display: 'Basic metabolic 2000 panel - Serum or Plasma' },
    analytes: [
      'glucose',
      'urea',
      'creatinine',
      'filtration',
      'sodium',
      'potassium',
      'chloride',
      'bicarbonate',
      'calcium',
    ],
  },
  lipids: {
    loinc: { code: '24331-1', display: 'Lipid 1996 panel - Serum or Plasma' },
    analytes: ['cholesterol', 'triglycerides', 'hdl', 'ldl'],
  },
  count: {
    loinc: { code: '58410-2', display: 'CBC panel - Blood by Automated count' },
    analytes: ['leukocytes', 'hemoglobin', 'hematocrit', 'platelets'],
  },
  glycation: { loinc: ANALYTES.hba1c.loinc, analytes: ['hba1c'] },
  thyroid: { loinc: ANALYTES.thyrotropin.loinc, analytes: ['thyrotropin'] },
  iron: { loinc: ANALYTES.ferritin.loinc, analytes: ['ferritin'] },
  albumin: { loinc: ANALYTES.albuminRatio.loinc, analytes: ['albuminRatio'] },
  heart: { loinc: ANALYTES.natriuretic.loinc, analytes: ['natriuretic'] },
  prostate: { loinc: ANALYTES.antigen.loinc, analytes: ['antigen'] },
}

/** The panels that monitor a condition, with the minimum number of months between two. */
export const MONITORING: Readonly<
  Record<string, readonly { readonly panel: PanelKey; readonly everyMonths: number }[]>
> = {
  type1: [
    { panel: 'glycation', everyMonths: 3 },
    { panel: 'metabolic', everyMonths: 11 },
  ],
  type2: [
    { panel: 'glycation', everyMonths: 3 },
    { panel: 'metabolic', everyMonths: 11 },
    { panel: 'albumin', everyMonths: 11 },
  ],
  prediabetes: [{ panel: 'glycation', everyMonths: 11 }],
  hypertension: [{ panel: 'metabolic', everyMonths: 11 }],
  hyperlipidemia: [{ panel: 'lipids', everyMonths: 11 }],
  coronary: [{ panel: 'lipids', everyMonths: 11 }],
  kidney: [
    { panel: 'metabolic', everyMonths: 5 },
    { panel: 'albumin', everyMonths: 11 },
  ],
  failure: [
    { panel: 'heart', everyMonths: 11 },
    { panel: 'metabolic', everyMonths: 5 },
  ],
  thyroid: [{ panel: 'thyroid', everyMonths: 11 }],
  anemia: [
    { panel: 'count', everyMonths: 5 },
    { panel: 'iron', everyMonths: 5 },
  ],
  rheumatoid: [{ panel: 'count', everyMonths: 3 }],
  prostate: [{ panel: 'prostate', everyMonths: 11 }],
}
