/** Returns a score for a sentence, with at most three significant digits: `0.333`. */
export function showScore(score: number): string {
  return String(Number(score.toPrecision(3)))
}
