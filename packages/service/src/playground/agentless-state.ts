import type { RecordedEffect } from '@carebench/protocol'
import type { SimulatorEvidence } from '@carebench/systems'
import { fallDue } from './calls/answer-call.js'
import type { FoldedEntry } from './log/folded-entry.js'
import { injectArrival } from './scenario/arrive.js'
import type { SimulatorSet } from './simulator-set.js'

/** The members of an entry with its effects and its time. */
type Noted = Pick<FoldedEntry, 'seq' | 'at' | 'action' | 'effects'>

/**
 * The systems as the scenario and time alone would have left them: the state before the agent started, with each
 * scenario step that has arrived since, executed on it without the agent's changes, and with everything that fell due
 * in it by itself, if the same happened in the playground. Changes that the agent has prevented, altered or caused are
 * left out, except records that others made, such as a reply to the agent.
 */
export class AgentlessState {
  readonly #seed: number
  #simulators: SimulatorSet
  /**
   * Whether these simulators are not shared, so that they may be changed in place: copying for each change would be
   * slow.
   */
  #isOwn = false
  /** The simulators that have changed, as the log names them. */
  readonly #changed: Set<string>

  /** @param initial - the systems when the agent starts, after the scenario; never changed */
  constructor(seed: number, initial: SimulatorSet, changed: Iterable<string> = []) {
    this.#seed = seed
    this.#simulators = initial
    this.#changed = new Set(changed)
  }

  /** An independent copy. */
  copy(): AgentlessState {
    this.#isOwn = false
    return new AgentlessState(this.#seed, this.#simulators, this.#changed)
  }

  /** Returns a copy that includes entries which are not applied to the systems of the playground yet. */
  after(before: SimulatorSet, entries: readonly Noted[]): AgentlessState {
    const agentless = this.copy()
    const simulators = entries.length > 1 ? before.fork() : before
    for (const entry of entries) {
      agentless.note(simulators, entry)
      if (entry !== entries.at(-1)) simulators.apply(entry.effects)
    }
    return agentless
  }

  /** Takes an entry into account. `before` are the systems of the playground before its effects are applied. */
  note(before: SimulatorSet, { seq, at, action, effects }: Noted): void {
    // Without effects, nothing was due either.
    if (effects.length === 0) return
    const place = { seed: this.#seed, seq, at }
    const due = new Set(fallDue(this.#simulators, place).effects.map((effect) => JSON.stringify(effect)))
    this.#apply(
      effects.filter(
        (recorded) =>
          before.get(recorded.simulator)?.isByOthers?.(recorded.effect) === true ||
          (due.size > 0 && due.has(JSON.stringify(recorded))),
      ),
    )
    if (action.kind !== 'scenario' || action.arrival === undefined) return
    // A step that its system rejects in the playground has only the effects that were due.
    if (effects.length === fallDue(before, place).effects.length) return
    this.#apply(injectArrival(this.#simulators, action.step, place).effects)
  }

  /** The parts of the systems that have changed since the agent started; undefined if none has. */
  evidence(): SimulatorEvidence | undefined {
    this.#isOwn = false
    return this.#changed.size === 0 ? undefined : this.#simulators.evidence(this.#changed)
  }

  #apply(effects: readonly RecordedEffect[]): void {
    if (effects.length === 0) return
    if (!this.#isOwn) this.#simulators = this.#simulators.fork()
    this.#isOwn = true
    this.#simulators.apply(effects)
    for (const { simulator } of effects) this.#changed.add(simulator)
  }
}
