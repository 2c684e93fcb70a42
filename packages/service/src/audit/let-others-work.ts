/** Ends a stretch of work, so that requests that have come meanwhile are answered before the next one. */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
