/** How many series have a color of their own. */
const colors = 6

/** The class of the color of a series. */
export function seriesColor(index: number): string {
  return `series-${index % colors}`
}
