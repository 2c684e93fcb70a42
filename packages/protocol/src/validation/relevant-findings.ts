import type { SchemaFinding } from './schema-finding.js'

/**
 * Leaves out what the branches of a union say that the value was not meant for: a description that is too long is not
 * told that it could have been null. Of each union the branch with the fewest findings is kept, one that takes the
 * value's type before one that does not; where no branch takes the type, all of them tell theirs.
 */
export function relevantFindings(findings: readonly SchemaFinding[]): readonly SchemaFinding[] {
  let kept = findings
  // Inner unions come first, so an outer one counts what is left of them.
  for (const union of findings) {
    if (union.keyword === 'anyOf') kept = withoutOtherBranches(kept, union)
  }
  return kept.filter(({ keyword }) => keyword !== 'anyOf')
}

function withoutOtherBranches(findings: readonly SchemaFinding[], union: SchemaFinding): readonly SchemaFinding[] {
  const branches = new Map<string, SchemaFinding[]>()
  for (const finding of findings) {
    const branch = branchOf(finding, union)
    if (branch !== null) branches.set(branch, [...(branches.get(branch) ?? []), finding])
  }
  let best: string | undefined
  for (const [branch, found] of branches) {
    const refusesType = found.some(
      ({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath,
    )
    if (refusesType) continue
    if (best === undefined || found.length < (branches.get(best)?.length ?? 0)) best = branch
  }
  if (best === undefined) return findings
  return findings.filter((finding) => (branchOf(finding, union) ?? best) === best)
}

/** The number of the union's branch that reported the finding; null if none of them did. */
function branchOf(finding: SchemaFinding, union: SchemaFinding): string | null {
  const { instancePath, schemaPath } = finding
  if (instancePath !== union.instancePath && !instancePath.startsWith(`${union.instancePath}/`)) return null
  const start = `${union.schemaPath}/`
  return schemaPath.startsWith(start) ? (schemaPath.slice(start.length).split('/', 1)[0] ?? null) : null
}
