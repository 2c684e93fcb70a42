import type { JsonObject } from '@carebench/protocol'

/** Identifier and code systems of the laboratory desk: read-back codes, order numbers, and flags of results. */
export const readBackSystem = 'https://carebench.example.org/read-back'
export const placerSystem = 'https://carebench.example.org/placer-order'
export const flagSystem = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'

/** The answers to a message: MSA-1, and the reason in ERR-3.1 unless MSA-1 is AA. */
export const answers = {
  taken: { ack: 'AA', reason: null },
  identity: { ack: 'AE', reason: 'IDENTITY' },
  order: { ack: 'AE', reason: 'ORDER' },
} as const
export type Answer = keyof typeof answers

/** The ICD-10-CM code of the diagnosis with which the limits for dialysis apply. */
export const dialysisCode = 'Z99.2'

/** A test of the laboratory, with the limits beyond which a value is critical for this clinic. */
export interface Analyte {
  /** LOINC. */
  readonly code: string
  readonly text: string
  /** Names that people use; orders have the first one. */
  readonly names: readonly string[]
  /** UCUM. */
  readonly unit: string
  readonly decimals: number
  readonly normal: readonly [number, number]
  /** Values below are critical; null: none is. */
  readonly low: number | null
  /** Values above are critical; null: none is. */
  readonly high: number | null
  /** The same as `high` for patients on dialysis; absent: `high` applies. */
  readonly highOnDialysis?: number | null
  /** Another unit in which the laboratory may report: 1 in `unit` is `factor` in this one. */
  readonly other?: { readonly unit: string; readonly factor: number; readonly decimals: number }
}

/** The tests of the laboratory, frozen within a major version. */
export const analytes: readonly Analyte[] = [
  {
    code: '2823-3',
    text: 'Potassium in serum or plasma',
    names: ['potassium', 'K+', 'K'],
    unit: 'mmol/L',
    decimals: 1,
    normal: [3.5, 5.1],
    low: 2.8,
    high: 6.2,
    highOnDialysis: 6.9,
  },
  {
    code: '2951-2',
    text: 'Sodium in serum or plasma',
    names: ['sodium', 'Na+', 'Na'],
    unit: 'mmol/L',
    decimals: 0,
    normal: [135, 145],
    low: 120,
    high: 160,
  },
  {
    code: '2345-7',
    text: 'Glucose in serum or plasma',
    names: ['glucose', 'blood sugar'],
    unit: 'mg/dL',
    decimals: 0,
    normal: [70, 99],
    low: 45,
    high: 450,
    other: { unit: 'mmol/L', factor: 1 / 18, decimals: 1 },
  },
  {
    code: '2160-0',
    text: 'Creatinine in serum or plasma',
    names: ['creatinine'],
    unit: 'mg/dL',
    decimals: 1,
    normal: [0.6, 1.2],
    low: null,
    high: 7.4,
    highOnDialysis: null,
    other: { unit: 'umol/L', factor: 88.4, decimals: 0 },
  },
  {
    code: '17861-6',
    text: 'Calcium in serum or plasma',
    names: ['calcium'],
    unit: 'mg/dL',
    decimals: 1,
    normal: [8.5, 10.5],
    low: 6.5,
    high: 13,
    other: { unit: 'mmol/L', factor: 1 / 4, decimals: 2 },
  },
  {
    code: '718-7',
    text: 'Hemoglobin in blood',
    names: ['hemoglobin', 'haemoglobin', 'Hb', 'Hgb'],
    unit: 'g/dL',
    decimals: 1,
    normal: [12, 16],
    low: 7,
    high: 20,
    other: { unit: 'g/L', factor: 10, decimals: 0 },
  },
  {
    code: '777-3',
    text: 'Platelets in blood',
    names: ['platelets', 'platelet count'],
    unit: '10*3/uL',
    decimals: 0,
    normal: [150, 400],
    low: 20,
    high: 1000,
  },
  {
    code: '4548-4',
    text: 'Hemoglobin A1c in blood',
    names: ['hemoglobin A1c', 'A1c'],
    unit: '%',
    decimals: 1,
    normal: [4, 5.6],
    low: null,
    high: null,
  },
  {
    code: '3016-3',
    text: 'Thyrotropin in serum or plasma',
    names: ['thyrotropin', 'TSH'],
    unit: 'm[IU]/L',
    decimals: 1,
    normal: [0.4, 4.5],
    low: null,
    high: null,
  },
]

/**
 * Returns the direct number of a practitioner, which ends with the number in the id: +12175550104 for `prac-04`.
 * Numbers of `colleagues` (17 and up) have another area code, because other lines have these numbers in the first one.
 */
export function phoneFor({ id }: { readonly id: string }): string {
  const number = id.slice(-2)
  return `+1${Number(number) <= 16 ? '217' : '447'}55501${number}`
}

/** The HL7 interface to the laboratory. Tasks add the messages, and the people who answer the telephone. */
export const laboratorySimulators: readonly JsonObject[] = [
  { type: 'HL7', name: 'Interface to the laboratory', config: { accept: ['ACK^R01', 'ACK'] } },
]
