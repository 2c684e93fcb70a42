/** Matching positions in two lists; null for the list without a match. */
export interface AlignedPair {
  readonly before: number | null
  readonly after: number | null
}

/** Maximum product of the lengths of the parts between the common start and end; larger parts are not aligned. */
const maxCells = 4_000_000

/**
 * Aligns two lists by a longest common subsequence of their keys. Every element occurs once, in the order of its list.
 */
export function alignLists(before: readonly string[], after: readonly string[]): readonly AlignedPair[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const least = Math.min(before.length, after.length) - start
  while (end < least && before.at(-1 - end) === after.at(-1 - end)) end++
  const rows = before.length - start - end
  const columns = after.length - start - end
  const middle = rows * columns > maxCells ? apart(rows, columns) : alignMiddle(before, after, { start, rows, columns })
  return [
    ...Array.from({ length: start }, (_, index) => ({ before: index, after: index })),
    ...middle.map((pair) => ({
      before: pair.before === null ? null : pair.before + start,
      after: pair.after === null ? null : pair.after + start,
    })),
    ...Array.from({ length: end }, (_, index) => ({
      before: before.length - end + index,
      after: after.length - end + index,
    })),
  ]
}

function apart(rows: number, columns: number): readonly AlignedPair[] {
  return [
    ...Array.from({ length: rows }, (_, before) => ({ before, after: null })),
    ...Array.from({ length: columns }, (_, after) => ({ before: null, after })),
  ]
}

function alignMiddle(
  before: readonly string[],
  after: readonly string[],
  { start, rows, columns }: { readonly start: number; readonly rows: number; readonly columns: number },
): readonly AlignedPair[] {
  // Lengths of the longest common subsequence after each pair of positions.
  const width = columns + 1
  const lengths = new Uint16Array((rows + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] as number
  const isSame = (row: number, column: number) => before[start + row] === after[start + column]
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row * width + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: AlignedPair[] = []
  let row = 0
  let column = 0
  while (row < rows || column < columns) {
    if (row < rows && column < columns && isSame(row, column)) pairs.push({ before: row++, after: column++ })
    else if (column === columns || (row < rows && at(row + 1, column) >= at(row, column + 1))) {
      pairs.push({ before: row++, after: null })
    } else pairs.push({ before: null, after: column++ })
  }
  return pairs
}
