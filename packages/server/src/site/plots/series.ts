/** Number of series with distinct colors. */
const colors = 6

/** Returns the class that sets the color of a series. */
export function seriesColor(index: number): string {
  return `series-${index % colors}`
}
