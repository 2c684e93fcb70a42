import { type AuditRule, createFinding } from '../finding.js'

/** `audit-limited`: not all states were judged, because the solutions write too much. */
export const auditLimited: AuditRule = ({ states: { unjudged } }) => {
  if (unjudged.length === 0) return []
  const counts = unjudged.map(
    ({ solution, sort, judged, all }) => `${judged} of ${all} ${sort} of ${JSON.stringify(solution)}`,
  )
  return [
    createFinding('audit-limited', null, {
      message: `Solutions write so much that the audit judged only ${counts.join(', ')}, evenly spaced.`,
      fix: 'Let the solutions write fewer or shorter records, or split the task; otherwise mistakes may go unnoticed.',
      evidence: { unjudged: unjudged.map((one) => ({ ...one })) },
    }),
  ]
}
