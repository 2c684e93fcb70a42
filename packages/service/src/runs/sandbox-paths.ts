/** The paths of a run's groups, by group, without a trailing slash. */
export function sandboxPaths(runId: string, groups: readonly string[]): Record<string, string> {
  return Object.fromEntries(groups.map((group) => [group, `/v1/benchmark-runs/${runId}/${group}`]))
}
