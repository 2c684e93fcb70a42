import type { EventRecord, JsonValue, JudgementRecord } from '@carebench/protocol'
import { Judgements } from '../judge/judgements.js'
import type { PhraseQuestion } from '../judge/phrase-question.js'
import { pointerTo } from '../values/finding.js'
import { isJsonObject, ownMember } from '../values/json/is-json-object.js'
import { nameOfType, showJson } from '../values/json/show-json.js'
import type { JsonPath } from '../values/paths/json-path.js'
import { nearestName } from '../values/text/nearest-text.js'
import type { EvidencePart } from './evidence-part.js'
import { refuseList } from './list-part.js'
import type { EvidenceSource, EvidenceStateSource } from './state/evidence-source.js'
import { EvidenceState, readWhole } from './state/evidence-state.js'
import { listSystems, mergeStates, pointerToSystem, selectState } from './state/keyed-states.js'
import type { KnownRuns } from './state/known-runs.js'
import type { ReadLog } from './state/read-log.js'

/** Thrown when evidence is malformed or has an unsupported version. */
export class InvalidEvidenceError extends Error {
  override readonly name = 'InvalidEvidenceError'
}

/** The data that a prepared evidence shares with others. */
export interface SharedEvidence {
  /** The evidence as if the agent had done nothing. Default: prepared on each request. */
  readonly untouched?: PreparedEvidence | undefined
  /** Known runs of criteria that need not be repeated. Default: none. */
  readonly runs?: KnownRuns | undefined
  /** The evidence of all systems, if this is the evidence of one system. Default: this evidence itself. */
  readonly whole?: PreparedEvidence | undefined
  /** Records which members of the evidence are read, apart from the states. Default: nothing is recorded. */
  readonly log?: ReadLog | undefined
}

/** Evidence with its indexes, created by `prepareEvidence`; `verify` accepts it any number of times. */
export class PreparedEvidence {
  /** The state to verify. */
  readonly final: EvidenceState
  /** The state before the agent began; undefined if it was not recorded. */
  readonly initial: EvidenceState | undefined
  /** Known runs of criteria on this evidence that need not be repeated; undefined if there are none. */
  readonly runs: KnownRuns | undefined
  /** The parts whose reads are logged; undefined if the log has no reads. */
  readonly loggedReads: readonly string[] | undefined
  readonly #source: EvidenceSource
  readonly #shared: SharedEvidence
  #judgements: Judgements | undefined
  #behind: Map<string, PreparedEvidence> | undefined

  constructor(
    source: EvidenceSource,
    final: EvidenceState,
    initial: EvidenceState | undefined,
    shared: SharedEvidence = {},
  ) {
    this.#source = source
    this.#shared = shared
    this.final = final
    this.initial = initial
    this.runs = shared.runs
    this.loggedReads = source.logged_reads
  }

  /**
   * The state with which the agent's changes are compared: the initial state with the changes that the scenario and
   * time alone have made since; undefined if the initial state was not recorded.
   */
  get withoutAgent(): EvidenceState | undefined {
    const { without_agent } = this.#source
    if (this.initial === undefined || without_agent === undefined) return this.initial
    return stateWithoutAgent(this.initial, without_agent)
  }

  /** The evidence of all systems. */
  get whole(): PreparedEvidence {
    return this.#shared.whole ?? this
  }

  /** The output that the agent submitted; undefined if there is none. */
  get output(): JsonValue | undefined {
    this.#shared.log?.note('output')
    return this.#source.output
  }

  /** The interaction log up to the completion; undefined if it was not observed. */
  get events(): readonly EventRecord[] | undefined {
    this.#shared.log?.note('events')
    return this.#source.events
  }

  /** The evidence as if the agent had done nothing; undefined if the initial state was not recorded. */
  untouched(): PreparedEvidence | undefined {
    this.#shared.log?.note('events')
    if (this.#shared.untouched !== undefined) return this.#shared.untouched
    if (this.initial === undefined) return undefined
    const { output: _, without_agent: __, events, ...rest } = this.#source
    // What the scenario did before the agent's first action, the agent has not done.
    const own = this.initial.parts.events
    const begun = events && untilAgent(events)
    const before = (own?.length ?? -1) > (begun?.length ?? -1) ? own : begun
    return new PreparedEvidence({ ...rest, ...(before && { events: before }) }, this.initial, this.initial)
  }

  /**
   * The evidence as it would be now if the agent had done nothing, with what the scenario and time have changed since;
   * undefined if the initial state was not recorded.
   */
  idle(): PreparedEvidence | undefined {
    const untouched = this.untouched()
    const { withoutAgent } = this
    if (untouched === undefined || withoutAgent === undefined || withoutAgent === untouched.final) return untouched
    const events = this.#source.without_agent?.events
    return new PreparedEvidence({ ...untouched.#source, ...(events && { events }) }, withoutAgent, this.initial)
  }

  /** The evidence as if the agent had done nothing: of the beginning, and of now if it differs; empty if unknown. */
  withoutActs(): readonly PreparedEvidence[] {
    const untouched = this.untouched()
    const idle = this.#source.without_agent && this.idle()
    return [untouched, idle].filter((one) => one !== undefined)
  }

  /**
   * Returns the same evidence with the system `key` as the first of its type; undefined if that system was not
   * observed.
   */
  behind(key: string): PreparedEvidence | undefined {
    this.#behind ??= new Map()
    let behind = this.#behind.get(key)
    if (behind !== undefined) return behind
    const final = this.final.behind(key)
    if (final === undefined) return undefined
    const { log } = this.#shared
    const { without_agent } = this.#source
    const own = without_agent && { without_agent: selectState(without_agent, key) }
    behind = new PreparedEvidence({ ...this.#source, ...own }, final, this.initial?.behind(key), {
      log,
      whole: this.whole,
    })
    this.#behind.set(key, behind)
    return behind
  }

  /** Returns a judge's answer about a phrase in a turn; undefined if no judge was asked. */
  judgement(question: PhraseQuestion): JudgementRecord | undefined {
    const { judgements } = this.#source
    if (judgements === undefined) return undefined
    this.#judgements ??= new Judgements(judgements)
    return this.#judgements.find(question)
  }

  /** All judgements in the evidence. */
  get judgements(): readonly JudgementRecord[] {
    return this.#source.judgements ?? []
  }

  /** Returns the same evidence with additional judgements; existing ones are kept. */
  withJudgements(more: readonly JudgementRecord[]): PreparedEvidence {
    const judgements = [...(this.#source.judgements ?? []), ...more]
    return new PreparedEvidence({ ...this.#source, judgements }, this.final, this.initial)
  }

  /** Returns the same evidence with known runs. */
  withRuns(runs: KnownRuns): PreparedEvidence {
    return new PreparedEvidence(this.#source, this.final, this.initial, { ...this.#shared, runs })
  }

  /** The ids of the entities that are bound to the task. */
  get bound(): readonly string[] {
    return this.#source.bound ?? []
  }

  /** Returns the data of an entity; undefined if it is not in the evidence. */
  entity(id: string): JsonValue | undefined {
    return ownMember(this.#source.entities, id)
  }

  /**
   * Returns the data of the entity that a criterion is about: its own entity, or else the only suitable bound one.
   * Undefined if there is none, or more than one.
   */
  resolveEntity(
    criterion: { readonly input_entity_id?: string | null },
    isFit: (data: JsonValue) => boolean,
  ): JsonValue | undefined {
    const id = criterion.input_entity_id
    const own = typeof id === 'string' ? this.entity(id) : undefined
    if (own !== undefined && isFit(own)) return own
    const fit = (this.#source.bound ?? [])
      .map((bound) => this.entity(bound))
      .filter((data) => data !== undefined && isFit(data))
    return fit.length === 1 ? fit[0] : undefined
  }

  /** Like {@link resolveEntity}: an entity is suitable if all of these paths lead to a value in its data. */
  resolveEntityPaths(
    criterion: { readonly input_entity_id?: string | null },
    paths: readonly JsonPath[],
  ): JsonValue | undefined {
    return this.resolveEntity(criterion, (data) => paths.every((path) => path.read(data) !== undefined))
  }
}

function untilAgent(events: readonly EventRecord[]): readonly EventRecord[] {
  const first = events.findIndex((event) => event.actor === 'agent')
  return first < 0 ? events : events.slice(0, first)
}

/**
 * Prepares evidence for any number of criteria: indexes are built once, on first use, and cached; nothing is copied.
 * The source must not change afterwards.
 *
 * @throws {InvalidEvidenceError} if the source is not an evidence object or has an unsupported version, if a part has
 *   another type than its own, if `logged_reads` has a near miss of a part, or if events are not in the order of `seq`
 */
export function prepareEvidence(parts: readonly EvidencePart[], source: EvidenceSource): PreparedEvidence {
  return openEvidence(parts, source, true)
}

/** Like {@link prepareEvidence}, but without `kept` the indexes are built for a single verification. */
export function openEvidence(parts: readonly EvidencePart[], source: EvidenceSource, kept: boolean): PreparedEvidence {
  const value: unknown = source
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidEvidenceError(`Expected an evidence snapshot, {"version": 1, …}, got ${nameOfType(value)}.`)
  }
  const { version = 1, initial, without_agent } = source
  if (version !== 1) {
    throw new InvalidEvidenceError(`Expected evidence of version 1, got version ${showJson(version as JsonValue)}.`)
  }
  if (initial !== undefined && !isJsonObject(initial)) {
    throw new InvalidEvidenceError(
      'Expected /initial to be an object, the parts of the evidence before the agent began, got ' +
        `${nameOfType(initial)}.`,
    )
  }
  if (without_agent !== undefined && !isJsonObject(without_agent)) {
    throw new InvalidEvidenceError(
      'Expected /without_agent to be an object, the parts that changed without the agent, got ' +
        `${nameOfType(without_agent)}.`,
    )
  }
  demandObjects(source.judgements, '/judgements', '"judge", "phrase", "speaker", "text", "expressed" and "answer"')
  for (const [index, name] of (source.logged_reads ?? []).entries()) demandPartName(parts, name, index)
  const open = (state: EvidenceStateSource, at: string): EvidenceState => openState(parts, state, { at, kept })
  if (without_agent !== undefined) open(without_agent, '/without_agent')
  return new PreparedEvidence(source, open(source, ''), initial && open(initial, '/initial'))
}

interface Kept {
  readonly initial: EvidenceState
  readonly state: EvidenceState
}

/** States by their member `without_agent`: verifications of similar evidence share it, and the data derived from it. */
const statesWithoutAgent = new WeakMap<object, Kept>()

function stateWithoutAgent(initial: EvidenceState, parts: EvidenceStateSource): EvidenceState {
  const known = statesWithoutAgent.get(parts)
  if (known?.initial === initial) return known.state
  const state = new EvidenceState(mergeStates(initial.parts, parts), { at: '/without_agent', kept: true })
  statesWithoutAgent.set(parts, { initial, state })
  return state
}

function openState(
  parts: readonly EvidencePart[],
  state: EvidenceStateSource,
  { at, kept }: { readonly at: string; readonly kept: boolean },
): EvidenceState {
  const { systems } = state
  if (systems === undefined) demandParts(parts, state, at)
  else {
    demandObject(systems, pointerTo(at, 'systems'), 'the parts of systems by key')
    for (const key of listSystems(state)) {
      const below = pointerToSystem(at, key)
      if (key !== undefined) demandObject(systems[key], below, 'the parts of a system')
      demandParts(parts, selectState(state, key), below)
    }
  }
  // Every verification reads the log, to determine what happened before the agent's first action.
  demandObjects(state.events, `${at}/events`, '"type" and "actor"')
  demandOrder(state.events ?? [], `${at}/events`)
  return new EvidenceState(state, { at, kept })
}

function demandParts(parts: readonly EvidencePart[], state: EvidenceStateSource, at: string): void {
  for (const part of parts) {
    const whole = readWhole(part.name, state)
    if (whole !== undefined) demand(part.refuse(whole, pointerTo(at, part.name)))
  }
}

/** Demands that a name in `logged_reads` is no near miss of a part. Other verifiers may have parts of other names. */
function demandPartName(parts: readonly EvidencePart[], name: string, index: number): void {
  const names = parts.map((part) => part.name)
  const near = names.includes(name) ? undefined : nearestName(name, names)
  if (near === undefined) return
  demand(`Expected /logged_reads/${index} to be the name of a part, got "${name}"; did you mean "${near}"?`)
}

function demandObject(value: unknown, at: string, what: string): void {
  if (!isJsonObject(value)) demand(`Expected ${at} to be ${what}, an object, got ${nameOfType(value)}.`)
}

function demandObjects(list: readonly unknown[] | undefined, at: string, members: string): void {
  if (list === undefined) return
  demand(refuseList(list, at, 'objects'))
  const wrong = list.findIndex((item) => !isJsonObject(item))
  if (wrong >= 0) demand(`Expected ${at}/${wrong} to be an object with ${members}, got ${nameOfType(list[wrong])}.`)
}

/** Demands that no event has a lower `seq` than the one before it: the times between events would be wrong. */
function demandOrder(events: readonly Partial<EventRecord>[], at: string): void {
  let last: number | undefined
  for (let index = 0; index < events.length; index++) {
    const { seq } = events[index] ?? {}
    if (typeof seq !== 'number') continue
    if (last !== undefined && seq < last) {
      demand(
        `Expected ${at} in the order of "seq", got seq ${seq} at ${at}/${index}, after seq ${last}; for example sort ` +
          'them: events.sort((a, b) => a.seq - b.seq).',
      )
    }
    last = seq
  }
}

function demand(refusal: string | undefined): void {
  if (refusal !== undefined) throw new InvalidEvidenceError(refusal)
}
