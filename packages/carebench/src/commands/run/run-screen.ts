import { LiveTrials } from '../../runner/runs/live-trials.js'
import type { RunEvent } from '../../runner/runs/run-options.js'
import { formatLive } from '../../running/run-events.js'
import { marks } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

/** The state of a run, drawn in the last lines of a terminal. */
export interface RunScreen {
  /** Processes an event, and draws the lines. */
  show(event: RunEvent): void
  /** Removes the lines before other output is printed. */
  clear(): void
  end(): void
}

/** Maximum number of running trials with their own line. */
const shownTrials = 8

/** Creates a screen on stderr, which must be a terminal. */
export function createRunScreen(terminal: Terminal): RunScreen {
  const live = new LiveTrials(terminal.now)
  let [planned, scored, passed, unscored, cost, drawn] = [0, 0, 0, 0, 0, 0]
  const began = terminal.now()
  let isEnded = false
  const clear = () => {
    if (drawn > 0) terminal.err(marks.eraseLineAbove.repeat(drawn))
    drawn = 0
  }
  const draw = () => {
    if (isEnded) return
    clear()
    const running = live.list()
    const seconds = Math.round((terminal.now() - began) / 1000)
    const head =
      `${scored} of ${planned} scored · ${passed} passed · ${running.length} at work · ${unscored} unscored · ` +
      `$${cost.toFixed(2)} · ${seconds} s`
    const rows = running.slice(0, shownTrials).map((trial) => `  ${formatLive(trial, terminal.now())}`)
    const lines = [head, ...rows].map((line) =>
      [...line].slice(0, Math.max(1, (terminal.errColumns ?? 80) - 1)).join(''),
    )
    terminal.err(lines.map((line) => `${line}\n`).join(''))
    drawn = lines.length
  }
  const timer = setInterval(draw, 500)
  timer.unref()
  const take = (event: RunEvent) => {
    if (event.kind === 'launch') [planned, scored] = [event.planned, event.scored]
    live.take(event)
    if (event.kind === 'trial_event' && event.event.kind === 'model') cost += event.event.cost?.usd ?? 0
    if (event.kind === 'trial_ended') {
      if (event.result.verdict === null) unscored++
      else scored++
      if (event.result.verdict === 'pass') passed++
    }
  }
  return {
    show(event) {
      take(event)
      // Parts of a response arrive too often to draw each one; the timer draws them.
      if (event.kind !== 'trial_event' || event.event.kind !== 'answering') draw()
    },
    clear,
    end() {
      clearInterval(timer)
      clear()
      isEnded = true
    },
  }
}
