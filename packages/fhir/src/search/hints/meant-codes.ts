/** Words for codes of elements without a required binding in R4, by type and search parameter. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Observation.category': {
    lab: 'laboratory',
    labs: 'laboratory',
    vital: 'vital-signs',
    vitals: 'vital-signs',
    'vital-sign': 'vital-signs',
    vitalsigns: 'vital-signs',
    social: 'social-history',
    radiology: 'imaging',
  },
  'DiagnosticReport.category': { lab: 'LAB', labs: 'LAB', laboratory: 'LAB', radiology: 'RAD', imaging: 'RAD' },
  'Condition.category': {
    problem: 'problem-list-item',
    problems: 'problem-list-item',
    'problem-list': 'problem-list-item',
    diagnosis: 'encounter-diagnosis',
    encounter: 'encounter-diagnosis',
  },
  'Encounter.class': {
    ambulatory: 'AMB',
    outpatient: 'AMB',
    office: 'AMB',
    inpatient: 'IMP',
    hospital: 'IMP',
    emergency: 'EMER',
    ed: 'EMER',
    er: 'EMER',
    home: 'HH',
    virtual: 'VR',
    telehealth: 'VR',
    telemedicine: 'VR',
  },
  'DocumentReference.category': { note: 'clinical-note', notes: 'clinical-note' },
  'MedicationRequest.category': { home: 'community', hospital: 'inpatient', ambulatory: 'outpatient' },
}

/** Returns the code that a word in a search probably means; undefined if none is known. */
export function findMeantCode(resourceType: string, parameter: string, word: string): string | undefined {
  const known = words[`${resourceType}.${parameter}`]
  const key = word.toLowerCase().replaceAll(' ', '-')
  if (known === undefined || !Object.hasOwn(known, key)) return undefined
  return known[key] === word ? undefined : known[key]
}
