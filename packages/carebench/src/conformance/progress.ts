import type { Progress } from '@carebench/conformance'
import type { Terminal } from '../terminal.js'

/** Shows how far a run is, on a line that is written over; nothing where nobody looks. */
export function createProgress(terminal: Terminal): { show(progress: Progress): void; clear(): void } {
  const clear = () => {
    if (terminal.isTTY) terminal.err('\r\u001b[2K')
  }
  return {
    clear,
    show({ scenario, index, total, requests, checks, failed }) {
      if (!terminal.isTTY) return
      const width = 20
      const done = Math.round((index / Math.max(total, 1)) * width)
      const bar = `${'█'.repeat(done)}${'░'.repeat(width - done)}`
      clear()
      terminal.err(
        `${bar} ${index + 1}/${total} ${scenario} · ${requests} requests, ${checks} checks, ${failed} failed`.slice(
          0,
          100,
        ),
      )
    },
  }
}
