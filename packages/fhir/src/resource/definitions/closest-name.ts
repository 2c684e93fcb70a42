/** Longer names are not compared: a misspelt name is never that long. */
const maxNameLength = 40

/** The name that differs from a misspelt one in at most two letters, or in case; undefined if no name is that close. */
export function closestName(written: string, names: Iterable<string>): string | undefined {
  if (written.length > maxNameLength) return undefined
  let best: string | undefined
  let least = 3
  for (const name of names) {
    if (name.toLowerCase() === written.toLowerCase()) return name
    if (Math.abs(name.length - written.length) > 2) continue
    const distance = distanceOf(written, name)
    if (distance < least && distance <= written.length / 2) {
      best = name
      least = distance
    }
  }
  return best
}

/** How many letters have to be changed, inserted or removed. */
function distanceOf(from: string, to: string): number {
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
