/**
 * The family of a task that is one of several of a kind: its name without the number at its end, `pa-submit` of
 * `pa-submit-100200`. Undefined for every other name.
 */
export function familyOfTask(task: string): string | undefined {
  return /^(.*\S)[- ]\d+$/s.exec(task)?.[1]
}

/**
 * The first of the tasks, as many of each family as of the others if there are enough, in the order in which they were.
 */
export function spreadOverFamilies(tasks: readonly string[], most: number): readonly string[] {
  const seen = new Map<string, number>()
  const ranked = tasks.map((task, index) => {
    const family = familyOfTask(task)
    // Tasks without a family come as they are: each is the first of its own.
    if (family === undefined) return { index, rank: 0 }
    const rank = seen.get(family) ?? 0
    seen.set(family, rank + 1)
    return { index, rank }
  })
  const chosen = ranked.sort((a, b) => a.rank - b.rank || a.index - b.index).slice(0, most)
  const kept = new Set(chosen.map(({ index }) => index))
  return tasks.filter((_, index) => kept.has(index))
}
