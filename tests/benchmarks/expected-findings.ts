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
  referral: [],
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
