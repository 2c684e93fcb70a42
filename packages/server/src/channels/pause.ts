/**
 * Resolves after this many milliseconds, or at once when the signal is aborted or `sooner` resolves. Keeps no process
 * alive.
 */
export function pause(milliseconds: number, signal: AbortSignal, sooner?: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal.aborted ? 0 : milliseconds)
    timer.unref()
    signal.addEventListener('abort', end)
    void sooner?.then(end)
  })
}
