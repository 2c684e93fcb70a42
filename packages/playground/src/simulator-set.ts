import type { LoggedEvent, RecordedEffect, SimulatorType } from '@carebench/protocol'
import type { RunningSimulator, SimulatorContext, SimulatorEvidence } from '@carebench/systems'

/** The running simulators of one playground. */
export class SimulatorSet {
  readonly #running: ReadonlyMap<SimulatorType, RunningSimulator>

  constructor(running: readonly RunningSimulator[]) {
    this.#running = new Map(running.map((one) => [one.simulator.type, one]))
  }

  /** An independent copy; copy-on-write. */
  fork(): SimulatorSet {
    return new SimulatorSet([...this.#running.values()].map((one) => one.fork()))
  }

  get(type: SimulatorType): RunningSimulator | undefined {
    return this.#running.get(type)
  }

  /** The one that takes scenario steps of this type. */
  forStep(type: string): RunningSimulator | undefined {
    return [...this.#running.values()].find((one) => one.simulator.scenarioSteps.includes(type))
  }

  apply(effects: readonly RecordedEffect[]): void {
    for (const { simulator, effect } of effects) {
      const running = this.#running.get(simulator)
      if (running === undefined) throw new Error(`The log has an effect of ${simulator}, which the playground lacks.`)
      running.apply(effect)
    }
  }

  /** What has become due in any of them. */
  due(context: SimulatorContext): { effects: RecordedEffect[]; events: LoggedEvent[] } {
    const effects: RecordedEffect[] = []
    const events: LoggedEvent[] = []
    for (const running of this.#running.values()) {
      const { type: simulator } = running.simulator
      const change = running.due(context)
      for (const effect of change.effects) effects.push({ simulator, effect })
      for (const event of change.events) events.push({ ...event, simulator })
    }
    return { effects, events }
  }

  evidence(): SimulatorEvidence {
    return Object.assign({}, ...[...this.#running.values()].map((one) => one.evidence()))
  }
}
