import type { Code } from '../coding.js'
import type { Specialty } from './specialties.js'

/** A procedure that people of an age and sex have had. */
interface PastProcedure {
  readonly snomed: Code
  readonly sex?: 'female' | 'male'
  /** The age range at which it is performed, in years. */
  readonly ages: readonly [number, number]
  readonly probability: number
  /** Only for patients with this condition, after its onset. */
  readonly with?: string
}

export const PROCEDURES: readonly PastProcedure[] = [
  { snomed: { code: '80146002', display: 'Appendectomy' }, ages: [8, 45], probability: 0.06 },
  { snomed: { code: '38102005', display: 'Cholecystectomy' }, ages: [30, 75], probability: 0.07 },
  { snomed: { code: '73761001', display: 'Colonoscopy' }, ages: [46, 74], probability: 0.6 },
  { snomed: { code: '71651007', display: 'Mammography' }, sex: 'female', ages: [41, 74], probability: 0.7 },
  {
    snomed: { code: '415070008', display: 'Percutaneous coronary intervention' },
    ages: [45, 85],
    probability: 0.35,
    with: 'coronary',
  },
  {
    snomed: { code: '29303009', display: 'Electrocardiographic procedure' },
    ages: [55, 95],
    probability: 0.9,
    with: 'fibrillation',
  },
  { snomed: { code: '609588000', display: 'Total knee replacement' }, ages: [58, 85], probability: 0.12, with: 'knee' },
  { snomed: { code: '127783003', display: 'Spirometry' }, ages: [45, 90], probability: 0.7, with: 'copd' },
  {
    snomed: { code: '401191002', display: 'Diabetic foot examination' },
    ages: [30, 95],
    probability: 0.7,
    with: 'type2',
  },
]

/** A birth in hospital. */
export const DELIVERY: Code = { code: '177184002', display: 'Normal delivery procedure' }

/** A procedure that was ordered at the last visit of a patient with the condition, and not yet performed. */
interface OpenOrder {
  readonly condition: string
  readonly probability: number
  readonly category: Code
  readonly code: Code
  /** The CPT code for authorization requests; its wording is not reproduced. */
  readonly cpt?: string
  readonly bodySite?: Code
  readonly text: string
  readonly performer: Specialty
}

const IMAGING: Code = { code: '363679005', display: 'Imaging' }
const SURGERY: Code = { code: '387713003', display: 'Surgical procedure' }
const MRI: Code = { code: '113091000', display: 'Magnetic resonance imaging' }

export const OPEN_ORDERS: readonly OpenOrder[] = [
  {
    condition: 'radiculopathy',
    probability: 0.6,
    category: IMAGING,
    code: MRI,
    cpt: '72148',
    bodySite: { code: '122496007', display: 'Lumbar spine structure' },
    text: 'MRI of the lumbar spine without contrast',
    performer: 'orthopaedics',
  },
  {
    condition: 'knee',
    probability: 0.3,
    category: IMAGING,
    code: MRI,
    cpt: '73721',
    bodySite: { code: '72696002', display: 'Knee region structure' },
    text: 'MRI of the knee without contrast',
    performer: 'orthopaedics',
  },
  {
    condition: 'knee',
    probability: 0.15,
    category: SURGERY,
    code: { code: '609588000', display: 'Total knee replacement' },
    cpt: '27447',
    bodySite: { code: '72696002', display: 'Knee region structure' },
    text: 'Total knee replacement',
    performer: 'orthopaedics',
  },
  {
    condition: 'coronary',
    probability: 0.25,
    category: IMAGING,
    code: { code: '40701008', display: 'Echocardiography' },
    cpt: '93306',
    text: 'Transthoracic echocardiogram',
    performer: 'cardiology',
  },
  {
    condition: 'failure',
    probability: 0.5,
    category: IMAGING,
    code: { code: '40701008', display: 'Echocardiography' },
    cpt: '93306',
    text: 'Transthoracic echocardiogram',
    performer: 'cardiology',
  },
]
