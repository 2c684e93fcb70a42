/** An organization that provides care, with its places. */
export interface Facility {
  readonly organizationId: string
  readonly name: string
  readonly city: number
  readonly street: string
  readonly phone: string
  /** The organization that owns it. */
  readonly partOf?: string
  readonly locations: readonly FacilityLocation[]
}

export interface FacilityLocation {
  readonly id: string
  readonly name: string
  /** Code of HL7 v3 RoleCode with its display. */
  readonly type: string
  readonly typeDisplay: string
}

export const FACILITIES: readonly Facility[] = [
  {
    organizationId: 'org-01',
    name: 'Alder Creek Regional Hospital',
    city: 0,
    street: '400 Canal Road',
    phone: '217-555-0100',
    locations: [
      { id: 'loc-01', name: 'Alder Creek Regional Hospital, Main Building', type: 'HOSP', typeDisplay: 'Hospital' },
      { id: 'loc-02', name: 'Alder Creek Emergency Department', type: 'ER', typeDisplay: 'Emergency room' },
      { id: 'loc-03', name: 'Alder Creek Specialty Clinic', type: 'OF', typeDisplay: 'Outpatient facility' },
    ],
  },
  {
    organizationId: 'org-02',
    name: 'Bellweather Family Medicine',
    city: 1,
    street: '18 Orchard Lane',
    phone: '217-555-0110',
    partOf: 'org-01',
    locations: [
      { id: 'loc-04', name: 'Bellweather Family Medicine Clinic', type: 'FMC', typeDisplay: 'Family medicine clinic' },
    ],
  },
  {
    organizationId: 'org-03',
    name: 'Cinder Falls Primary Care',
    city: 2,
    street: '225 Mill Street',
    phone: '309-555-0120',
    partOf: 'org-01',
    locations: [
      { id: 'loc-05', name: 'Cinder Falls Primary Care Clinic', type: 'OF', typeDisplay: 'Outpatient facility' },
    ],
  },
  {
    organizationId: 'org-04',
    name: 'Little Sycamore Pediatrics',
    city: 6,
    street: '7 Clover Lane',
    phone: '217-555-0130',
    partOf: 'org-01',
    locations: [
      { id: 'loc-06', name: 'Little Sycamore Pediatrics Clinic', type: 'PEDC', typeDisplay: 'Pediatrics clinic' },
    ],
  },
]
