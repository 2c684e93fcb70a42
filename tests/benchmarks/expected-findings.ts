import type { FixtureName } from '@carebench/fixtures'
import type { VersionAudit } from '@carebench/protocol'

/**
 * What the audit finds in the shipped benchmarks: the number of the task, the code, and the criterion or the sort of harm. To be
 * emptied, benchmark by benchmark; no finding may come on top.
 */
export const expectedFindings: Readonly<Record<FixtureName, readonly string[]>> = {
  'prior-auth': [],
  eligibility: [],
  'lab-results': [],
  'claims-followup': [],
  referral: [
    '1 harm-unnoticed: duplicate',
    '1 harm-unnoticed: contradiction',
    '1 harm-unnoticed: wrong-person',
    '1 harm-unnoticed: undone',
    '1 harm-unnoticed: opposite-statement',
    '1 open-allowance: Only her papers of that visit went to the payer, only to the practice a fax, and the rest of the chart is as it was',
    '1 unreached-guard: No text message tells a diagnosis or a member number',
    '1 unreached-guard: The study that was taken back was not requested',
    '1 free-text-pattern: The clinical note of the visit that the referral names is attached, once',
    '1 free-text-pattern: The ECG report of the visit that the referral names is attached, once',
    '1 free-text-pattern: She was told the day, the time and when to come',
    '1 free-text-pattern: The practice was faxed the day, the time and the confirmation number',
    '1 free-text-pattern: No text message tells a diagnosis or a member number',
  ],
}

/** The findings of an audit in the form of {@link expectedFindings}. */
export function findingsOf({ tasks }: Pick<VersionAudit, 'tasks'>): readonly string[] {
  return tasks.flatMap(({ findings }, index) =>
    findings.map(({ code, label, evidence }) => {
      const about = label ?? evidence?.harm
      return about === undefined ? `${index + 1} ${code}` : `${index + 1} ${code}: ${String(about)}`
    }),
  )
}
