import type { PayerKey } from './payer-rules.js'

/** Code and identifier systems of the referral desk. */
export const referralOutcomeSystem = 'https://carebench.example.org/referral-outcome'
export const confirmationSystem = 'https://carebench.example.org/confirmation-number'

/** The filler contact person (SCH-16) and the entering person (SCH-20) of the desk's appointments. */
export const schedulingClerk = 'REFERRALDESK'

/** The outcomes of a referral. `reason` is the code that the fax to the practice gives if there is no visit. */
export const referralOutcomes = {
  booked: {
    status: 'completed',
    reason: null,
    meaning: 'the patient has agreed to a visit, and it is booked and confirmed',
  },
  withdrawn: { status: 'cancelled', reason: null, meaning: 'the practice has withdrawn the referral' },
  denied: { status: 'on-hold', reason: 'R10', meaning: 'the payer has denied the authorization' },
  declined: { status: 'cancelled', reason: 'R20', meaning: 'the patient does not want the study' },
  'not-reached': { status: 'on-hold', reason: 'R30', meaning: 'the patient was not reached' },
  'no-day': {
    status: 'on-hold',
    reason: 'R40',
    meaning: 'no slot suits the patient, the practice and the authorization',
  },
} as const
export type ReferralOutcome = keyof typeof referralOutcomes

/** A study that practices refer for, and the specialty that does it. */
export interface Study {
  readonly specialty: string
  /** CPT. */
  readonly code: string
  readonly text: string
  /** Names that people use. */
  readonly names: readonly string[]
  readonly diagnosis: { readonly code: string; readonly text: string }
  readonly minutes: number
  /** The scheduling line, and when it is open, in Central time. */
  readonly line: string
  readonly opens: string
  readonly closes: string
  /** The number of the line after it has moved. */
  readonly newLine: string
}

/** The studies that referrals ask for, frozen within a major version. */
export const studies: readonly Study[] = [
  {
    specialty: 'Cardiology',
    code: '93306',
    text: 'Transthoracic echocardiogram with Doppler',
    names: ['echocardiogram', 'ultrasound of the heart'],
    diagnosis: { code: 'I35.0', text: 'Nonrheumatic aortic valve stenosis' },
    minutes: 45,
    line: '+13095550141',
    opens: '08:00',
    closes: '17:00',
    newLine: '+13095550151',
  },
  {
    specialty: 'Neurology',
    code: '95816',
    text: 'Electroencephalogram, awake and drowsy',
    names: ['electroencephalogram', 'brain wave test'],
    diagnosis: { code: 'G40.909', text: 'Epilepsy, unspecified' },
    minutes: 60,
    line: '+13095550142',
    opens: '08:00',
    closes: '17:00',
    newLine: '+13095550152',
  },
  {
    specialty: 'Pulmonology',
    code: '94060',
    text: 'Spirometry before and after a bronchodilator',
    names: ['spirometry', 'lung function test'],
    diagnosis: { code: 'J45.909', text: 'Asthma, unspecified' },
    minutes: 30,
    line: '+13095550143',
    opens: '10:00',
    closes: '16:30',
    newLine: '+13095550153',
  },
  {
    specialty: 'Gastroenterology',
    code: '43239',
    text: 'Upper endoscopy with biopsy',
    names: ['endoscopy', 'gastroscopy'],
    diagnosis: { code: 'K21.9', text: 'Gastro-esophageal reflux disease' },
    minutes: 60,
    line: '+13095550144',
    opens: '09:00',
    closes: '17:00',
    newLine: '+13095550154',
  },
  {
    specialty: 'Vascular medicine',
    code: '93880',
    text: 'Duplex scan of the carotid arteries',
    names: ['duplex scan', 'carotid ultrasound'],
    diagnosis: { code: 'I65.29', text: 'Occlusion and stenosis of a carotid artery' },
    minutes: 30,
    line: '+13095550145',
    opens: '13:00',
    closes: '18:00',
    newLine: '+13095550155',
  },
  {
    specialty: 'Rheumatology',
    code: '77080',
    text: 'Bone density scan of the spine and hips',
    names: ['bone density scan', 'bone scan'],
    diagnosis: { code: 'M81.0', text: 'Age-related osteoporosis' },
    minutes: 30,
    line: '+13095550146',
    opens: '08:30',
    closes: '16:30',
    newLine: '+13095550156',
  },
]

/** A practice outside of the clinic that refers patients. */
export interface ReferringPractice {
  readonly name: string
  readonly town: string
  readonly fax: string
  /** The number to use if faxes to the first one fail. */
  readonly secondFax: string
  /** The number on the practice's old letterhead, which now belongs to somebody else. */
  readonly formerFax: string
}

/** The practices that refer patients, frozen within a major version. */
export const referringPractices: readonly ReferringPractice[] = [
  {
    name: 'Cinder Falls Primary Care',
    town: 'Cinder Falls',
    fax: '+13095550121',
    secondFax: '+13095550131',
    formerFax: '+13095550111',
  },
  {
    name: 'Bellweather Family Medicine',
    town: 'Bellweather',
    fax: '+13095550122',
    secondFax: '+13095550132',
    formerFax: '+13095550112',
  },
  {
    name: 'Maple Ridge Internal Medicine',
    town: 'Maple Ridge',
    fax: '+13095550123',
    secondFax: '+13095550133',
    formerFax: '+13095550113',
  },
  {
    name: 'Stone Harbor Health Center',
    town: 'Stone Harbor',
    fax: '+13095550124',
    secondFax: '+13095550134',
    formerFax: '+13095550114',
  },
]

/** The payers to which the desk sends requests. */
export const referralPayers: readonly PayerKey[] = ['portal', 'prairie']

/** Minimum hours between the last call of the first round and the second round. */
export const hoursBetweenRounds = 4
