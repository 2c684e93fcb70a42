/** A patient for tests. */
export const samplePerson = {
  id: 'pat-7',
  given: 'Ada',
  family: 'Sample',
  sex: 'female',
  birthDate: '1970-01-31',
  mrn: 'MRN10000007',
} as const

/** A clinician for tests. */
export const sampleAuthor = { id: 'prac-04', name: 'Dr. Ruth Abara', npi: '1234567893' }
