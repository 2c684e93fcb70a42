/** The payers whose portals the desks use, by the key of the simulated system. */
export const payers = {
  portal: {
    name: 'Evergreen Mutual Health',
    organization: 'payer-01',
    memberPrefix: 'EVM',
    code: 'EVG01',
    service: 'evergreen-requirements',
  },
  prairie: {
    name: 'Prairie Shield Insurance',
    organization: 'payer-02',
    memberPrefix: 'PSI',
    code: 'PRS02',
    service: 'prairie-requirements',
  },
} as const
export type PayerKey = keyof typeof payers
export const payerKeys: readonly PayerKey[] = ['portal', 'prairie']

/** The types of documents that payers ask for, with their LOINC code, display and title in the chart. */
export const paperTypes = {
  clinical_note: { loinc: '11506-3', display: 'Progress note', title: 'Office visit' },
  imaging_report: { loinc: '18748-4', display: 'Diagnostic imaging study', title: 'Imaging report' },
  physical_therapy_notes: {
    loinc: '11508-9',
    display: 'Physical therapy Progress note',
    title: 'Physical therapy note',
  },
  sleep_study: { loinc: '28633-6', display: 'Polysomnography (sleep) study', title: 'Sleep study' },
  lab_report: { loinc: '11502-2', display: 'Laboratory report', title: 'Laboratory report' },
} as const
export type PaperType = keyof typeof paperTypes
/** Returns the missing type as a code with its meaning, which is title and display of the type; undefined for null. */
export function missingPaper(type: PaperType | null) {
  if (type === null) return undefined
  const { display, title } = paperTypes[type]
  return { code: type, meaning: `${title} ${display}` }
}

export const paperTypeNames = Object.keys(paperTypes) as readonly PaperType[]

/** A document that a payer requires, with its maximum age in days. */
export interface Requirement {
  readonly type: PaperType
  readonly days: number
}

export type Side = 'right' | 'left'

/** A diagnosis with its ICD-10-CM code, or with one code for each side. */
export type Diagnosis =
  | { readonly text: string; readonly code: string }
  | { readonly text: string; readonly right: string; readonly left: string }

/** A service that clinicians order. */
export interface Service {
  /** CPT or HCPCS. */
  readonly code: string
  readonly text: string
  readonly kind: 'imaging' | 'surgery' | 'sleep' | 'infusion' | 'therapy'
  /** The body part, as documents name it. */
  readonly region: string
  /** Another body part, for documents that resemble the right ones. */
  readonly otherRegion: string
  readonly sided: boolean
  readonly units: readonly number[]
  /** At least two: one is the reason of an order, the others are distractors. */
  readonly diagnoses: readonly Diagnosis[]
  /** Whether only the first diagnosis can be the reason of an order. */
  readonly firstOnly?: true
  /** Minimum age of the patient in years. */
  readonly minAge?: number
  /** The documents that each payer requires; null: no authorization is required. */
  readonly requires: Readonly<Record<PayerKey, readonly Requirement[] | null>>
}

function note(days: number): Requirement {
  return { type: 'clinical_note', days }
}

function image(days: number): Requirement {
  return { type: 'imaging_report', days }
}

function therapy(days: number): Requirement {
  return { type: 'physical_therapy_notes', days }
}

function sleep(days: number): Requirement {
  return { type: 'sleep_study', days }
}

function lab(days: number): Requirement {
  return { type: 'lab_report', days }
}

const kneeArthritis: Diagnosis = { text: 'Primary osteoarthritis of the knee', right: 'M17.11', left: 'M17.12' }
const kneePain: Diagnosis = { text: 'Pain in the knee', right: 'M25.561', left: 'M25.562' }
const shoulderPain: Diagnosis = { text: 'Pain in the shoulder', right: 'M25.511', left: 'M25.512' }
const lumbarRadiculopathy: Diagnosis = { text: 'Lumbar radiculopathy', code: 'M54.16' }
const sleepApnea: Diagnosis = { text: 'Obstructive sleep apnea', code: 'G47.33' }

export const services: readonly Service[] = [
  {
    code: '72148',
    text: 'MRI of the lumbar spine without contrast',
    kind: 'imaging',
    region: 'lumbar spine',
    otherRegion: 'cervical spine',
    sided: false,
    units: [1],
    diagnoses: [
      lumbarRadiculopathy,
      { text: 'Low back pain', code: 'M54.50' },
      { text: 'Lumbar disc displacement', code: 'M51.26' },
    ],
    requires: { portal: [note(60), therapy(180)], prairie: [note(90), therapy(180)] },
  },
  {
    code: '73721',
    text: 'MRI of a joint of the leg without contrast',
    kind: 'imaging',
    region: 'knee',
    otherRegion: 'hip',
    sided: true,
    units: [1],
    diagnoses: [kneePain, kneeArthritis],
    requires: { portal: [note(60), image(365)], prairie: null },
  },
  {
    code: '73221',
    text: 'MRI of a joint of the arm without contrast',
    kind: 'imaging',
    region: 'shoulder',
    otherRegion: 'elbow',
    sided: true,
    units: [1],
    diagnoses: [shoulderPain, { text: 'Rotator cuff tear', right: 'M75.101', left: 'M75.102' }],
    requires: { portal: [note(60), image(365)], prairie: [note(60), therapy(180)] },
  },
  {
    code: '70553',
    text: 'MRI of the brain without and with contrast',
    kind: 'imaging',
    region: 'head',
    otherRegion: 'neck',
    sided: false,
    units: [1],
    diagnoses: [
      { text: 'Migraine', code: 'G43.909' },
      { text: 'Headache', code: 'R51.9' },
    ],
    requires: { portal: null, prairie: [note(60)] },
  },
  {
    code: '71260',
    text: 'CT of the chest with contrast',
    kind: 'imaging',
    region: 'chest',
    otherRegion: 'abdomen',
    sided: false,
    units: [1],
    diagnoses: [
      { text: 'Solitary pulmonary nodule', code: 'R91.1' },
      { text: 'Chronic cough', code: 'R05.3' },
    ],
    requires: { portal: [image(180)], prairie: null },
  },
  {
    code: '78452',
    text: 'Heart perfusion imaging at rest and stress',
    kind: 'imaging',
    region: 'heart',
    otherRegion: 'carotid arteries',
    sided: false,
    units: [1],
    diagnoses: [
      { text: 'Coronary artery disease', code: 'I25.10' },
      { text: 'Chest pain', code: 'R07.9' },
    ],
    minAge: 40,
    requires: { portal: [note(90)], prairie: null },
  },
  {
    code: '27447',
    text: 'Total knee replacement',
    kind: 'surgery',
    region: 'knee',
    otherRegion: 'hip',
    sided: true,
    units: [1],
    diagnoses: [kneeArthritis, kneePain],
    firstOnly: true,
    minAge: 45,
    requires: { portal: [note(60), image(365), therapy(180)], prairie: [note(60), image(180)] },
  },
  {
    code: '29827',
    text: 'Arthroscopic repair of the rotator cuff',
    kind: 'surgery',
    region: 'shoulder',
    otherRegion: 'elbow',
    sided: true,
    units: [1],
    diagnoses: [{ text: 'Complete rotator cuff tear', right: 'M75.121', left: 'M75.122' }, shoulderPain],
    firstOnly: true,
    minAge: 35,
    requires: { portal: [note(60), image(365)], prairie: [note(60), image(365), therapy(180)] },
  },
  {
    code: '63030',
    text: 'Lumbar discectomy, one level',
    kind: 'surgery',
    region: 'lumbar spine',
    otherRegion: 'cervical spine',
    sided: false,
    units: [1],
    diagnoses: [{ text: 'Lumbar disc disorder with radiculopathy', code: 'M51.16' }, lumbarRadiculopathy],
    requires: { portal: [note(60), image(180), therapy(180)], prairie: [note(60), image(180)] },
  },
  {
    code: 'E0601',
    text: 'Continuous positive airway pressure device',
    kind: 'sleep',
    region: 'airway',
    otherRegion: 'ear',
    sided: false,
    units: [1],
    diagnoses: [sleepApnea, { text: 'Snoring', code: 'R06.83' }],
    firstOnly: true,
    requires: { portal: [sleep(365)], prairie: [sleep(365), note(90)] },
  },
  {
    code: '95811',
    text: 'Sleep study with pressure titration',
    kind: 'sleep',
    region: 'airway',
    otherRegion: 'ear',
    sided: false,
    units: [1],
    diagnoses: [sleepApnea, { text: 'Hypersomnia', code: 'G47.10' }],
    firstOnly: true,
    requires: { portal: null, prairie: [sleep(365)] },
  },
  {
    code: 'J1745',
    text: 'Infliximab infusion, per 10 mg',
    kind: 'infusion',
    region: 'hands',
    otherRegion: 'feet',
    sided: false,
    units: [30, 40, 50],
    diagnoses: [
      { text: 'Rheumatoid arthritis', code: 'M06.9' },
      { text: 'Polyarthritis', code: 'M13.0' },
    ],
    firstOnly: true,
    requires: { portal: [note(60), lab(90)], prairie: [note(60), lab(90)] },
  },
  {
    code: 'J0897',
    text: 'Denosumab injection, per 1 mg',
    kind: 'infusion',
    region: 'hips',
    otherRegion: 'hands',
    sided: false,
    units: [60],
    diagnoses: [
      { text: 'Age-related osteoporosis', code: 'M81.0' },
      { text: 'Vitamin D deficiency', code: 'E55.9' },
    ],
    firstOnly: true,
    minAge: 55,
    requires: { portal: [lab(90), image(730)], prairie: [note(90), image(730)] },
  },
  {
    code: '97110',
    text: 'Therapeutic exercise, 15 minutes',
    kind: 'therapy',
    region: 'lumbar spine',
    otherRegion: 'cervical spine',
    sided: false,
    units: [12, 16, 24],
    diagnoses: [{ text: 'Low back pain', code: 'M54.50' }, lumbarRadiculopathy],
    requires: { portal: null, prairie: [note(60)] },
  },
]

/** Returns the code system of a procedure code: HCPCS codes begin with a letter, CPT codes with a digit. */
export function procedureSystemFor(code: string): string {
  return /^[A-Z]/.test(code)
    ? 'http://www.cms.gov/Medicare/Coding/HCPCSReleaseCodeSets'
    : 'http://www.ama-assn.org/go/cpt'
}

/** A rule by which the simulated payer decides requests. */
export type Determination = {
  readonly patient_member_id?: string
  readonly procedure_code?: string
  readonly status: 'approved' | 'pending' | 'denied'
  readonly reason?: string
  readonly requires?: readonly PaperType[]
  readonly delay_seconds?: number
}

/**
 * Returns the payer's rules for requests that no rule of an instance matches: it denies services that require no
 * authorization, and approves the others with their documents.
 */
export function listDeterminations(payer: PayerKey): readonly Determination[] {
  return services.map(({ code, requires }) => {
    const wanted = requires[payer]
    return wanted === null
      ? { procedure_code: code, status: 'denied', reason: 'This service requires no authorization.' }
      : { procedure_code: code, status: 'approved', requires: wanted.map(({ type }) => type) }
  })
}

/** Returns the path of a payer's portal. */
export function portalPath(payer: PayerKey): string {
  return payer === 'portal' ? 'portal' : `portal@${payer}`
}
