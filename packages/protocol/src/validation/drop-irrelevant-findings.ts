import type { SchemaFinding } from './schema-finding.js'

/**
 * Omits findings from branches of a union that the value was not intended for: for a description that is too long,
 * "must be null" is dropped. Of each union, the branch with the fewest findings is kept, preferring branches that
 * accept the type of the value; if none does, all branches are kept.
 */
export function dropIrrelevantFindings(findings: readonly SchemaFinding[]): readonly SchemaFinding[] {
  let kept = findings
  // Inner unions come first, so that an outer one counts their remaining findings.
  for (const union of findings) {
    if (union.keyword === 'anyOf') kept = dropOtherBranches(kept, union)
  }
  return kept.filter(({ keyword }) => keyword !== 'anyOf')
}

function dropOtherBranches(findings: readonly SchemaFinding[], union: SchemaFinding): readonly SchemaFinding[] {
  const branches = new Map<string, SchemaFinding[]>()
  for (const finding of findings) {
    const branch = findBranch(finding, union)
    if (branch !== null) branches.set(branch, [...(branches.get(branch) ?? []), finding])
  }
  let best: string | undefined
  for (const [branch, found] of branches) {
    const hasOtherType = found.some(
      ({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath,
    )
    if (hasOtherType) continue
    if (best === undefined || found.length < (branches.get(best)?.length ?? 0)) best = branch
  }
  if (best === undefined) return findings
  return findings.filter((finding) => (findBranch(finding, union) ?? best) === best)
}

/** Returns the index of the union branch that reported the finding; null if none did. */
function findBranch(finding: SchemaFinding, union: SchemaFinding): string | null {
  const { instancePath, schemaPath } = finding
  if (instancePath !== union.instancePath && !instancePath.startsWith(`${union.instancePath}/`)) return null
  const start = `${union.schemaPath}/`
  return schemaPath.startsWith(start) ? (schemaPath.slice(start.length).split('/', 1)[0] ?? null) : null
}
