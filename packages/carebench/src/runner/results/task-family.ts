/**
 * Returns the family in the name of a task, the part before a trailing number: `pa-submit` for `pa-submit-100200`.
 * Undefined for other names.
 */
export function familyOfTask(task: string): string | undefined {
  return /^(.*\S)[- ]\d+$/s.exec(task)?.[1]
}

/** Selects the first tasks, spread evenly over families as far as there are enough, in their original order. */
export function spreadOverFamilies(tasks: readonly string[], most: number): readonly string[] {
  const seen = new Map<string, number>()
  const ranked = tasks.map((task, index) => {
    const family = familyOfTask(task)
    // Each task without a family counts as a family of its own.
    if (family === undefined) return { index, rank: 0 }
    const rank = seen.get(family) ?? 0
    seen.set(family, rank + 1)
    return { index, rank }
  })
  const chosen = ranked.sort((a, b) => a.rank - b.rank || a.index - b.index).slice(0, most)
  const kept = new Set(chosen.map(({ index }) => index))
  return tasks.filter((_, index) => kept.has(index))
}
