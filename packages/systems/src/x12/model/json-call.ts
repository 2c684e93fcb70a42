/** Returns the id of `Patient/p1` or `p1`, which are equivalent. */
export function bareId(patientId: string): string {
  return patientId.replace(/^Patient\//, '')
}

/** Returns the error for a JSON claim of a dependent. */
export function dependentProblem(patientId: string): string {
  return (
    `patient_id: expected a subscriber, got ${patientId}, who is a dependent; send an 837P for claims of ` +
    'dependents'
  )
}
