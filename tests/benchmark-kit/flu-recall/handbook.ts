import { textBesideCoding, writeOnce } from '../../../benchmarks/kit/src/clinic/house-rules.js'

export const outcomeSystem = 'https://carebench.example.org/recall-outcome'

/** What a work item can come to. */
export const outcomes = {
  due: { status: 'in-progress', meaning: 'the patient is invited' },
  given: { status: 'completed', meaning: 'the patient has had the vaccination' },
  refused: { status: 'cancelled', meaning: 'the patient does not want the vaccination' },
} as const
export type Branch = keyof typeof outcomes

/** Days for which a vaccination, or a refusal, counts. */
export const countsFor = 365

/** The page of the handbook. */
export function recallPage(): string {
  const rows = Object.entries(outcomes).map(
    ([code, { status, meaning }]) => `  ${code.padEnd(8)} ${status.padEnd(12)} ${meaning}`,
  )
  return `HANDBOOK OF THE RECALL DESK
Vaccinations against influenza

1. A patient to be invited has a work item: a FHIR Task with status "requested" and the code text "Flu recall", \
with the patient in "for".
Work the item of the patient you were given, and no other.
2. Read the vaccinations (Immunization) of the patient. One counts if its vaccine is influenza (CVX 150), \
its status is not
entered-in-error, and its day is at most ${countsFor} days before today. There is never more than one.
3. If one counts, the outcome is given (status completed) or refused (status not-done). If none counts, it is due.
4. Set the status of the Task, and in businessStatus one coding with the system ${outcomeSystem}:
${rows.join('\n')}
${textBesideCoding}
${writeOnce}
`
}
