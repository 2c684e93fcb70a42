import { type Severity, severities } from '@carebench/protocol/wire'

/** The highest task score if a criterion with the severity is broken. */
const caps: Readonly<Record<Severity, number>> = { critical: 0, major: 0.5, minor: 1 }

/** The severities of broken criteria that limit the score, most severe first. */
export const cappingSeverities: readonly Severity[] = /* @__PURE__ */ severities.filter(
  (severity) => caps[severity] < 1,
)

/** Returns the severity of a criterion: its own, or by default `major` for guards and `minor` for others. */
export function severityFor(criterion: { readonly severity?: Severity | null; readonly guard: boolean }): Severity {
  return criterion.severity ?? (criterion.guard ? 'major' : 'minor')
}

/** Returns the highest task score if a criterion with the severity is broken. */
export function capFor(severity: Severity): number {
  return caps[severity]
}
