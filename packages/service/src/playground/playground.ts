import {
  type Actor,
  type EventRecord,
  formatInstant,
  type LogEntry,
  type LoggedAction,
  type RecordedEffect,
  type RecordedEvent,
  type ScenarioStep,
  type SimulatorCall,
  type SimulatorType,
} from '@carebench/protocol'
import type { SimulatorEvidence, SimulatorResponse } from '@carebench/simulators'
import type { Log, LogAppend } from '../ports/log.js'
import { digestBody } from './body-digest.js'
import { engineVersion } from './engine-version.js'
import { entryRandom } from './entry-random.js'
import { createPlaygroundState, foldEntry, type PlaygroundState } from './playground-state.js'
import type { SimulatorSet } from './simulator-set.js'

/** How many reads may wait for the next write before they are appended by themselves. */
const pendingReads = 64

/** What the host must drop and build anew: the log did not take what this copy of the state led to. */
export class StalePlayground extends Error {
  override readonly name = 'StalePlayground'
}

/** The playground has ended: nothing reaches its systems any more. */
export class SealedPlayground extends Error {
  override readonly name = 'SealedPlayground'
}

/** The state of a playground when the agent had finished, and what its end must append. */
export interface FrozenState {
  readonly at: string
  readonly seal: LogAppend
  readonly evidence: PlaygroundEvidence
}

export interface PlaygroundEvidence {
  readonly final: SimulatorEvidence
  readonly initial: SimulatorEvidence
  readonly events: readonly EventRecord[]
}

/**
 * One running environment. Calls are carried out one after another; a call that changes something is answered once the
 * log has it, and reads are appended in batches with what follows.
 */
export class Playground {
  readonly #log: Log
  readonly #now: () => number
  readonly #seed: number
  readonly #id: string
  readonly #state: PlaygroundState
  /** Entries in memory that the log does not have yet: reads. */
  #pending: LogEntry[] = []
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: {
    readonly id: string
    readonly log: Log
    /** The service's clock in milliseconds. */
    readonly now: () => number
    readonly seed: number
    readonly base: SimulatorSet
    /** What the log already has. */
    readonly entries: readonly LogEntry[]
  }) {
    this.#id = options.id
    this.#log = options.log
    this.#now = options.now
    this.#seed = options.seed
    this.#state = createPlaygroundState(options.base)
    for (const entry of options.entries) foldEntry(this.#state, entry)
  }

  /** Whether anything was ever logged: the scenario has run. */
  get begun(): boolean {
    return this.#state.entries.length > 0
  }

  get sealed(): boolean {
    return this.#state.entries.at(-1)?.action.kind === 'seal'
  }

  /** Everything that was logged, in order. */
  get entries(): readonly LogEntry[] {
    return this.#state.entries
  }

  /**
   * Runs the steps of a scenario as the first entry or entries of the log; all of them or none.
   * Throws an Error with the reason if a step does not fit, {@link StalePlayground} if the log went on elsewhere.
   */
  runScenario(steps: readonly ScenarioStep[]): Promise<void> {
    return this.#inTurn(async () => {
      const trial = createPlaygroundState(this.#state.simulators.fork())
      const entries: LogEntry[] = []
      for (const step of steps) {
        const seq = entries.length + 1
        const at = formatInstant(this.#now() + trial.advanced)
        const change = injectStep(trial.simulators, step, at, this.#seed, seq)
        const entry = this.#entry(seq, at, 'scenario', { kind: 'scenario', step }, change, null)
        foldEntry(trial, entry)
        entries.push(entry)
      }
      await this.#append(1, entries)
      for (const entry of entries) foldEntry(this.#state, entry)
    })
  }

  /**
   * Lets a simulator answer a call. Undefined if the environment has no simulator of this type.
   * Throws {@link SealedPlayground} if it has ended, {@link StalePlayground} if the log went on elsewhere.
   */
  call(type: SimulatorType, group: string, call: SimulatorCall, actor: Actor): Promise<SimulatorResponse | undefined> {
    return this.#inTurn(async () => {
      const running = this.#state.simulators.get(type)
      if (running === undefined) return undefined
      if (this.sealed) throw new SealedPlayground(`The playground ${this.#id} has ended.`)
      const seq = this.#state.entries.length + 1
      const at = this.#at()
      // What had become due happens before the call, which is answered from the state after it.
      const due = this.#state.simulators.due({ at, random: entryRandom(this.#seed, seq, 'due') })
      const before = due.effects.length === 0 ? running : forkWith(this.#state.simulators, due.effects).get(type)
      if (before === undefined) return undefined
      const outcome = before.handle(group, call, { at, random: entryRandom(this.#seed, seq, 'answer') })
      const effects = [...due.effects, ...outcome.effects.map((effect) => ({ simulator: type, effect }))]
      const events = [...due.events, ...outcome.events]
      const response = { status: outcome.response.status, digest: digestBody(outcome.response.body) }
      const entry = this.#entry(
        seq,
        at,
        actor,
        { kind: 'call', simulator: type, group, call },
        { effects, events },
        response,
      )
      if (effects.length === 0) {
        foldEntry(this.#state, entry)
        this.#pending.push(entry)
        if (this.#pending.length >= pendingReads) await this.#flush()
      } else {
        await this.#append(seq - this.#pending.length, [...this.#pending, entry])
        this.#pending = []
        foldEntry(this.#state, entry)
      }
      return outcome.response
    })
  }

  /**
   * Ends the playground: brings about what is due and hands the final state to `work`, whose commit must carry the
   * seal. Calls that come meanwhile wait and find it sealed. If `work` fails or answers false, nothing has ended.
   */
  freeze<Result>(work: (frozen: FrozenState) => Promise<{ committed: boolean; result: Result }>): Promise<Result> {
    return this.#inTurn(async () => {
      const seq = this.#state.entries.length + 1
      const at = this.#at()
      const due = this.#state.simulators.due({ at, random: entryRandom(this.#seed, seq, 'due') })
      const entry = this.#entry(seq, at, 'system', { kind: 'seal' }, due, null)
      const seal = { log: this.#id, expectedSeq: seq - this.#pending.length, entries: [...this.#pending, entry] }
      const final = due.effects.length === 0 ? this.#state.simulators : forkWith(this.#state.simulators, due.effects)
      const frozen = { at, seal, evidence: this.#evidence(final, [...this.#state.entries, entry]) }
      const { committed, result } = await work(frozen)
      if (committed) {
        this.#pending = []
        foldEntry(this.#state, entry)
      }
      return result
    })
  }

  /** The evidence of a sealed playground. */
  evidence(): PlaygroundEvidence {
    return this.#evidence(this.#state.simulators, this.#state.entries)
  }

  #evidence(final: SimulatorSet, entries: readonly LogEntry[]): PlaygroundEvidence {
    return {
      final: final.evidence(),
      initial: this.#state.initial.evidence(),
      events: entries.flatMap((entry) =>
        entry.events.map(({ type, data, at }) => ({
          seq: entry.seq,
          at: at ?? entry.at,
          actor: at === undefined ? entry.actor : ('system' as const),
          type,
          data,
        })),
      ),
    }
  }

  #at(): string {
    return formatInstant(this.#now() + this.#state.advanced)
  }

  #entry(
    seq: number,
    at: string,
    actor: Actor,
    action: LoggedAction,
    change: { readonly effects: readonly RecordedEffect[]; readonly events: readonly RecordedEvent[] },
    response: LogEntry['response'],
  ): LogEntry {
    return { seq, at, actor, action, effects: change.effects, events: change.events, response, engine: engineVersion }
  }

  async #flush(): Promise<void> {
    const [first] = this.#pending
    if (first === undefined) return
    await this.#append(first.seq, this.#pending)
    this.#pending = []
  }

  async #append(expectedSeq: number, entries: readonly LogEntry[]): Promise<void> {
    if (entries.length === 0) return
    const appended = await this.#log.append(this.#id, expectedSeq, entries)
    if (!appended.ok) throw new StalePlayground(`The log of ${this.#id} goes on at ${appended.failed.nextSeq}.`)
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(work)
    this.#queue = turn.catch(() => undefined)
    return turn
  }
}

function forkWith(simulators: SimulatorSet, effects: readonly RecordedEffect[]): SimulatorSet {
  const fork = simulators.fork()
  fork.apply(effects)
  return fork
}

function injectStep(
  simulators: SimulatorSet,
  step: ScenarioStep,
  at: string,
  seed: number,
  seq: number,
): { effects: RecordedEffect[]; events: readonly RecordedEvent[] } {
  if (step.type === 'advance_clock') return { effects: [], events: [] }
  const running = simulators.forStep(step.type)
  if (running === undefined)
    throw new Error(`No simulator of the environment takes scenario steps of type ${step.type}.`)
  const change = running.inject(step, { at, random: entryRandom(seed, seq, 'answer') })
  const type = running.simulator.type
  return { effects: change.effects.map((effect) => ({ simulator: type, effect })), events: change.events }
}
