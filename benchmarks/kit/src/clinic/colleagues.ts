import type { JsonObject } from '@carebench/protocol'
import type { Clinician } from './people.js'

type Practice = 'org-01' | 'org-02' | 'org-03' | 'org-04'

interface Specialty {
  /** NUCC taxonomy. */
  readonly code: string
  readonly display: string
}

const specialties = {
  nurse: { code: '363LF0000X', display: 'Family Nurse Practitioner' },
  assistant: { code: '363A00000X', display: 'Physician Assistant' },
  midwife: { code: '367A00000X', display: 'Advanced Practice Midwife' },
  therapist: { code: '225100000X', display: 'Physical Therapist' },
  dietitian: { code: '133V00000X', display: 'Registered Dietitian' },
  pharmacist: { code: '183500000X', display: 'Pharmacist' },
  socialWork: { code: '1041C0700X', display: 'Clinical Social Worker' },
  psychology: { code: '103TC0700X', display: 'Clinical Psychologist' },
  radiology: { code: '2085R0202X', display: 'Diagnostic Radiology Physician' },
  anesthesiology: { code: '207L00000X', display: 'Anesthesiology Physician' },
  gastroenterology: { code: '207RG0100X', display: 'Gastroenterology Physician' },
  pulmonology: { code: '207RP1001X', display: 'Pulmonary Disease Physician' },
  nephrology: { code: '207RN0300X', display: 'Nephrology Physician' },
  oncology: { code: '207RH0003X', display: 'Hematology & Oncology Physician' },
  neurology: { code: '2084N0400X', display: 'Neurology Physician' },
  surgery: { code: '208600000X', display: 'Surgery Physician' },
  hospital: { code: '208M00000X', display: 'Hospitalist Physician' },
} as const satisfies Readonly<Record<string, Specialty>>

interface Post {
  readonly given: string
  readonly family: string
  readonly sex: 'female' | 'male'
  readonly npi: string
  readonly specialty: keyof typeof specialties
  readonly practice: Practice
}

/**
 * The practitioners from whom no instance draws: they see other patients, read images, or help those who order. Only
 * directories list them, such as the telephone page of the handbook. Frozen within a major version; add new ones at the
 * end, so that ids stay.
 */
const posts: readonly Post[] = [
  p('Marisol', 'Villareal', 'female', '9900010171', 'nurse', 'org-02'),
  p('Owen', 'Fairchild', 'male', '9900010189', 'assistant', 'org-02'),
  p('Ingrid', 'Solberg', 'female', '9900010197', 'nurse', 'org-02'),
  p('Dmitri', 'Castellano', 'male', '9900010205', 'assistant', 'org-03'),
  p('Leilani', 'Kahale', 'female', '9900010213', 'nurse', 'org-03'),
  p('Sofia', 'Marchetti', 'female', '9900010221', 'nurse', 'org-04'),
  p('Amara', 'Diallo', 'female', '9900010239', 'assistant', 'org-04'),
  p('Hannah', 'Pacheco', 'female', '9900010247', 'midwife', 'org-01'),
  p('Rafael', 'Underhill', 'male', '9900010254', 'therapist', 'org-01'),
  p('Beatrix', 'Nowak', 'female', '9900010262', 'therapist', 'org-01'),
  p('Callum', 'Baird', 'male', '9900010270', 'dietitian', 'org-01'),
  p('Yusuf', 'Demir', 'male', '9900010288', 'pharmacist', 'org-01'),
  p('Wren', 'Osborne', 'female', '9900010296', 'socialWork', 'org-01'),
  p('Teodoro', 'Molina', 'male', '9900010304', 'psychology', 'org-01'),
  p('Anneliese', 'Kruger', 'female', '9900010312', 'radiology', 'org-01'),
  p('Vikram', 'Chandra', 'male', '9900010320', 'radiology', 'org-01'),
  p('Lucinda', 'Abara', 'female', '9900010338', 'anesthesiology', 'org-01'),
  p('Florian', 'Tran', 'male', '9900010346', 'gastroenterology', 'org-01'),
  p('Ruth', 'Mercado', 'female', '9900010353', 'pulmonology', 'org-01'),
  p('Obinna', 'Ezeudu', 'male', '9900010361', 'nephrology', 'org-01'),
  p('Corinne', 'Zapata', 'female', '9900010379', 'oncology', 'org-01'),
  p('Mateus', 'Blackwood', 'male', '9900010387', 'neurology', 'org-01'),
  p('Saoirse', 'Quinlan', 'female', '9900010395', 'surgery', 'org-01'),
  p('Henrik', 'Achterberg', 'male', '9900010403', 'hospital', 'org-01'),
]

function p(
  given: string,
  family: string,
  sex: Post['sex'],
  npi: string,
  specialty: Post['specialty'],
  practice: Practice,
): Post {
  return { given, family, sex, npi, specialty, practice }
}

/** The number in the first colleague's id; the patient generator has sixteen practitioners. */
const firstNumber = 17

const locations: Readonly<Record<Practice, string>> = {
  'org-01': 'loc-03',
  'org-02': 'loc-04',
  'org-03': 'loc-05',
  'org-04': 'loc-06',
}

/** Whether the practitioner has the prefix "Dr.", as the clinicians of the patient generator have. */
function isPhysician({ specialty }: Post): boolean {
  return specialties[specialty].display.endsWith('Physician')
}

function writeName(post: Post): string {
  return `${isPhysician(post) ? 'Dr. ' : ''}${post.given} ${post.family}`
}

function numberAt(index: number): string {
  return String(firstNumber + index).padStart(2, '0')
}

/** The practitioners from whom no instance draws. */
export const colleagues: readonly Clinician[] = posts.map((post, index) => ({
  id: `prac-${numberAt(index)}`,
  name: writeName(post),
  npi: post.npi,
}))

/** Returns a Practitioner and a PractitionerRole for each colleague, in the form of the patient generator. */
export function colleagueResources(): readonly (JsonObject & { readonly id: string })[] {
  return posts.flatMap((post, index) => {
    const { given, family, sex, npi, specialty, practice } = post
    const id = `prac-${numberAt(index)}`
    const { code, display } = specialties[specialty]
    return [
      {
        resourceType: 'Practitioner',
        id,
        identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: npi }],
        active: true,
        name: [{ use: 'official', family, given: [given], ...(isPhysician(post) && { prefix: ['Dr.'] }) }],
        telecom: [{ system: 'email', value: `${given}.${family}@alder-creek.example.org`.toLowerCase(), use: 'work' }],
        gender: sex,
      },
      {
        resourceType: 'PractitionerRole',
        id: `role-${numberAt(index)}`,
        active: true,
        practitioner: { reference: `Practitioner/${id}`, display: writeName(post) },
        organization: { reference: `Organization/${practice}` },
        specialty: [{ coding: [{ system: 'http://nucc.org/provider-taxonomy', code, display }], text: display }],
        location: [{ reference: `Location/${locations[practice]}` }],
      },
    ]
  })
}
