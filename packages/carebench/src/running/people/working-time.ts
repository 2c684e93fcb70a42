/** Milliseconds after which a person without input counts as idle. */
const idleAfterMs = 60_000
/** Milliseconds between reports of a page. */
const reportIntervalMs = 5000

/**
 * The time in which a person worked, as pages report it. The person could change what the pages report, so a report
 * counts at most for the time since the previous one, and the sum is never longer than the trial.
 */
export class WorkingTime {
  #credited: number
  #activeMs: number | undefined

  /** @param now - the current time in milliseconds, of a clock that never goes back */
  constructor(now: number) {
    this.#credited = now
  }

  /** Undefined until a page has reported, because without scripts the time is unknown. */
  get activeMs(): number | undefined {
    return this.#activeMs
  }

  /** Adds the milliseconds that a page reports; negative values and values that are not numbers count as 0. */
  report(ms: number, now: number): void {
    const bounded = Number.isFinite(ms) ? Math.min(Math.max(ms, 0), Math.max(now - this.#credited, 0)) : 0
    this.#activeMs = (this.#activeMs ?? 0) + bounded
    this.#credited = now
  }
}

/** The path to which the script of the pages reports. */
export const reportPath = '/working-time'

/**
 * The script that measures and reports the time in which its page has the focus, and had input within the last minute.
 */
export const workingTimeScript: string = /* js */ `{
  const { csrf } = document.currentScript.dataset
  let seen = performance.now()
  let input = seen
  let focused = document.hasFocus()
  let active = 0
  const count = () => {
    const now = performance.now()
    if (focused) active += Math.max(0, Math.min(now, input + ${idleAfterMs}) - seen)
    seen = now
    focused = document.hasFocus()
  }
  const report = () => {
    count()
    navigator.sendBeacon('${reportPath}', new URLSearchParams({ csrf, ms: String(Math.round(active)) }))
    active = 0
  }
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'input', 'scroll', 'wheel']) {
    addEventListener(type, () => {
      count()
      input = seen
    }, { capture: true, passive: true })
  }
  for (const type of ['focus', 'blur']) addEventListener(type, count)
  document.addEventListener('visibilitychange', count)
  addEventListener('pagehide', report)
  setInterval(report, ${reportIntervalMs})
}
`
