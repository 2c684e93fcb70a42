import {
  finish,
  type LoggedEvent,
  type RecordedEffect,
  type ScenarioStep,
  type Steps,
  systemOfStep,
  withSystemKey,
} from '@carebench/protocol'
import type { RunningSimulator, SimulatorContext, SimulatorEvidence } from '@carebench/systems'

/** A simulator of an environment. */
export interface PlacedSimulator {
  readonly running: RunningSimulator
  /** Its key, in addition to its type; undefined for the first of its type. */
  readonly key?: string | undefined
}

/** The running simulators of one playground, by their names in the log: `Fax`, `Fax@imaging`. */
export class SimulatorSet {
  readonly #placed: ReadonlyMap<string, PlacedSimulator>

  /** @throws {TypeError} if two of them have one name */
  constructor(placed: readonly PlacedSimulator[]) {
    const all = new Map<string, PlacedSimulator>()
    for (const system of placed) {
      const name = withSystemKey(system.running.simulator.type, system.key)
      if (all.has(name)) throw new TypeError(`Expected one simulator of each name, got two of "${name}".`)
      all.set(name, system)
    }
    this.#placed = all
  }

  /** An independent copy; copy-on-write. */
  fork(): SimulatorSet {
    return new SimulatorSet([...this.#placed.values()].map(({ running, key }) => ({ running: running.fork(), key })))
  }

  /** Returns the simulator with this name; a type names its first simulator. */
  get(name: string): RunningSimulator | undefined {
    return this.#placed.get(name)?.running
  }

  /** Returns the name of the simulator that takes this scenario step. */
  forStep(step: ScenarioStep): string | undefined {
    const system = systemOfStep(step)
    for (const [name, { running, key }] of this.#placed) {
      if (key === system && running.simulator.scenarioSteps.includes(step.type)) return name
    }
    return undefined
  }

  apply(effects: readonly RecordedEffect[]): void {
    finish(this.applyInSteps(effects))
  }

  *applyInSteps(effects: readonly RecordedEffect[]): Steps<void> {
    for (const { simulator, effect } of effects) {
      const running = this.get(simulator)
      if (running === undefined) throw new Error(`The log has an effect of ${simulator}, which the playground lacks.`)
      running.apply(effect)
      yield
    }
  }

  /** Returns the items that have become due in any simulator. */
  due(context: SimulatorContext): { effects: RecordedEffect[]; events: LoggedEvent[] } {
    const effects: RecordedEffect[] = []
    const events: LoggedEvent[] = []
    for (const [simulator, { running }] of this.#placed) {
      const change = running.due(context)
      for (const effect of change.effects) effects.push({ simulator, effect })
      for (const event of change.events) events.push({ ...event, simulator })
    }
    return { effects, events }
  }

  /** Prepares in steps the long work of {@link SimulatorSet.due}. */
  *prepareDue(context: SimulatorContext): Steps<void> {
    for (const { running } of this.#placed.values()) {
      const steps = running.prepareDue?.(context)
      if (steps !== undefined) yield* steps
    }
  }

  /** Returns the parts of the systems that log the reads of an agent. */
  loggedReads(): readonly string[] {
    const systems = [...this.#placed.values()].map(({ running }) => running.simulator)
    const telling = systems.filter(({ calls }) => calls.some(({ reads }) => reads === true))
    return [...new Set(telling.flatMap(({ records }) => records.map(({ name }) => name)))]
  }

  /**
   * Returns the parts of the first simulator of each type as members, and those of the others under `systems`, by key.
   *
   * @param only - the names of the simulators whose parts are wanted; default all
   * @throws {TypeError} if a simulator has a member that it does not declare as one of its parts: nothing would read it
   */
  evidence(only?: ReadonlySet<string>): SimulatorEvidence {
    const parts: Record<string, unknown> = {}
    const systems: Record<string, SimulatorEvidence> = {}
    for (const [name, { running, key }] of this.#placed) {
      if (only?.has(name) === false) continue
      const evidence = listParts(running)
      if (key === undefined) Object.assign(parts, evidence)
      else systems[key] = evidence
    }
    return Object.keys(systems).length === 0 ? parts : { ...parts, systems }
  }
}

/** Returns the evidence of one simulator, whose members must be its parts. */
function listParts(running: RunningSimulator): SimulatorEvidence {
  const evidence = running.evidence()
  const { type, records } = running.simulator
  const names = records.map(({ name }) => name)
  const unknown = Object.keys(evidence).find((name) => !names.includes(name))
  if (unknown === undefined) return evidence
  const expected = names.length === 0 ? 'none' : names.map((name) => `"${name}"`).join(', ')
  throw new TypeError(
    `Expected the evidence of ${type} to consist of its parts (${expected}), got the member "${unknown}". Add its ` +
      `part to \`records\` of the system.`,
  )
}
