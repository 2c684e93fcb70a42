/**
 * The places of numbers, in ascending or descending order of these; equal numbers keep theirs. Merges by hand: sorting with a function
 * that compares two places takes several times as long.
 */
export function placesInOrder(numbers: readonly number[], descending: boolean): Uint32Array {
  const { length } = numbers
  const keys = Float64Array.from(numbers)
  if (descending) for (let place = 0; place < length; place++) keys[place] = -(keys[place] ?? 0)
  let runs = new Uint32Array(length)
  for (let place = 0; place < length; place++) runs[place] = place
  let merged = new Uint32Array(length)
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      mergeRuns(keys, runs, merged, start, Math.min(start + width, length), Math.min(start + 2 * width, length))
    }
    ;[runs, merged] = [merged, runs]
  }
  return runs
}

/** Merges the run from `start` to `middle` with the one from there to `end`. */
function mergeRuns(
  keys: Float64Array,
  runs: Uint32Array,
  merged: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start
  let right = middle
  for (let place = start; place < end; place++) {
    const isLeft = left < middle && (right === end || (keys[runs[left] ?? 0] ?? 0) <= (keys[runs[right] ?? 0] ?? 0))
    merged[place] = runs[isLeft ? left++ : right++] ?? 0
  }
}
