/** The specialties of practitioners (NUCC taxonomy) and the places where they work. */
export type Specialty =
  | 'family'
  | 'internal'
  | 'pediatrics'
  | 'obstetrics'
  | 'cardiology'
  | 'emergency'
  | 'hospital'
  | 'orthopaedics'
  | 'rheumatology'
  | 'endocrinology'
  | 'psychiatry'

export const SPECIALTIES: Readonly<Record<Specialty, { readonly code: string; readonly display: string }>> = {
  family: { code: '207Q00000X', display: 'Family Medicine Physician' },
  internal: { code: '207R00000X', display: 'Internal Medicine Physician' },
  pediatrics: { code: '208000000X', display: 'Pediatrics Physician' },
  obstetrics: { code: '207V00000X', display: 'Obstetrics & Gynecology Physician' },
  cardiology: { code: '207RC0000X', display: 'Cardiovascular Disease Physician' },
  emergency: { code: '207P00000X', display: 'Emergency Medicine Physician' },
  hospital: { code: '208M00000X', display: 'Hospitalist Physician' },
  orthopaedics: { code: '207X00000X', display: 'Orthopaedic Surgery Physician' },
  rheumatology: { code: '207RR0500X', display: 'Rheumatology Physician' },
  endocrinology: { code: '207RE0101X', display: 'Endocrinology, Diabetes & Metabolism Physician' },
  psychiatry: { code: '2084P0800X', display: 'Psychiatry Physician' },
}

/** Each position is filled by one practitioner. */
export const POSTS: readonly {
  readonly specialty: Specialty
  readonly organizationId: string
  readonly locationId: string
}[] = [
  { specialty: 'family', organizationId: 'org-02', locationId: 'loc-04' },
  { specialty: 'family', organizationId: 'org-02', locationId: 'loc-04' },
  { specialty: 'family', organizationId: 'org-03', locationId: 'loc-05' },
  { specialty: 'internal', organizationId: 'org-03', locationId: 'loc-05' },
  { specialty: 'internal', organizationId: 'org-02', locationId: 'loc-04' },
  { specialty: 'pediatrics', organizationId: 'org-04', locationId: 'loc-06' },
  { specialty: 'pediatrics', organizationId: 'org-04', locationId: 'loc-06' },
  { specialty: 'obstetrics', organizationId: 'org-01', locationId: 'loc-03' },
  { specialty: 'cardiology', organizationId: 'org-01', locationId: 'loc-03' },
  { specialty: 'orthopaedics', organizationId: 'org-01', locationId: 'loc-03' },
  { specialty: 'rheumatology', organizationId: 'org-01', locationId: 'loc-03' },
  { specialty: 'endocrinology', organizationId: 'org-01', locationId: 'loc-03' },
  { specialty: 'psychiatry', organizationId: 'org-01', locationId: 'loc-03' },
  { specialty: 'emergency', organizationId: 'org-01', locationId: 'loc-02' },
  { specialty: 'emergency', organizationId: 'org-01', locationId: 'loc-02' },
  { specialty: 'hospital', organizationId: 'org-01', locationId: 'loc-01' },
]
