/** Longer names are not compared: a misspelt name is never that long. */
const maxNameLength = 40

/**
 * Returns the name closest to a misspelt one: the same but for case, or at most two letters away, and at most half as
 * many as the misspelt name has.
 */
export function findClosestName(written: string, names: Iterable<string>): string | undefined {
  if (written.length > maxNameLength) return undefined
  let best: string | undefined
  let fewest = 3
  for (const name of names) {
    if (name.toLowerCase() === written.toLowerCase()) return name
    if (Math.abs(name.length - written.length) > 2) continue
    const distance = countEdits(written, name)
    if (distance < fewest && distance <= written.length / 2) {
      best = name
      fewest = distance
    }
  }
  return best
}

/** Counts the letters that have to be changed, inserted or removed. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let place = 1; place <= from.length; place++) {
    const next = [place]
    for (let other = 1; other <= to.length; other++) {
      const change = (row[other - 1] ?? 0) + (from[place - 1] === to[other - 1] ? 0 : 1)
      next.push(Math.min(change, (row[other] ?? 0) + 1, (next[other - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
