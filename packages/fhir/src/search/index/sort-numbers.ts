/** Number of items in a run that is sorted by insertion. */
const runLength = 32

/**
 * Returns the places of numbers in ascending or descending order of the numbers; equal numbers keep their order.
 * Written by hand, because sorting with a comparison function takes three times as long.
 */
export function sortPlaces(numbers: readonly number[], descending: boolean): readonly number[] {
  const { length } = numbers
  const keys = descending ? numbers.map((number) => -number) : numbers
  let places = new Array<number>(length)
  for (let start = 0; start < length; start += runLength) {
    insertRun(keys, places, start, Math.min(start + runLength, length))
  }
  if (length <= runLength) return places
  let merged = new Array<number>(length)
  for (let width = runLength; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      mergeRuns(keys, places, merged, start, Math.min(start + width, length), Math.min(start + 2 * width, length))
    }
    const others = places
    places = merged
    merged = others
  }
  return places
}

/** Writes the places from `start` to `end` in order, sorted by insertion. */
function insertRun(keys: readonly number[], places: number[], start: number, end: number): void {
  for (let place = start; place < end; place++) {
    const key = keys[place] ?? 0
    let to = place
    for (; to > start; to--) {
      const before = places[to - 1] ?? 0
      if ((keys[before] ?? 0) <= key) break
      places[to] = before
    }
    places[to] = place
  }
}

/** Merges the run of places from `start` to `middle` with the one from there to `end`. */
function mergeRuns(
  keys: readonly number[],
  places: readonly number[],
  merged: number[],
  start: number,
  middle: number,
  end: number,
): void {
  let left = start
  let right = middle
  for (let to = start; to < end; to++) {
    const one = places[left] ?? 0
    const other = places[right] ?? 0
    const isLeft = left < middle && (right === end || (keys[one] ?? 0) <= (keys[other] ?? 0))
    merged[to] = isLeft ? one : other
    if (isLeft) left++
    else right++
  }
}
