import {
  createSeededRandom,
  formatInstant,
  type JsonObject,
  type JsonValue,
  type RecordedEvent,
  type ScenarioStep,
  type SimulatorCall,
} from '@carebench/protocol'
import type { Simulator, SimulatorChange, SimulatorContext, SimulatorResponse } from '../simulator.js'
import { freeze } from './freeze.js'

/** Something that happens `wait` milliseconds after the previous act: a call of the agent, or a scenario step. */
export type Act = { readonly wait: number } & (
  | { readonly group: string; readonly call: SimulatorCall }
  | { readonly step: ScenarioStep }
)

/** The position of a run: the time in milliseconds since 1970, and the number of the next log entry. */
export interface Moment {
  readonly time: number
  readonly seq: number
}

/** The start time of runs. */
export const beginning: Moment = { time: Date.UTC(2026, 0, 5, 9), seq: 0 }

/** The result of an act: a change, with the response to a call, or the message of the Error that a step threw. */
export interface ActOutcome<Effect> extends SimulatorChange<Effect> {
  readonly response?: SimulatorResponse
  readonly refused?: string
}

/** The record of a run. */
export interface SimulatorRun<Effect> {
  readonly effects: readonly Effect[]
  readonly events: readonly RecordedEvent[]
  /** One per act. */
  readonly outcomes: readonly ActOutcome<Effect>[]
  /** One per act: the changes that were due before it. */
  readonly due: readonly SimulatorChange<Effect>[]
  readonly end: Moment
}

/** The host's share of the work: time and randomness, applying effects, and recording them. */
export interface SimulatorHost<State, Effect> {
  /** Returns what an act would do, without applying it. */
  attempt(state: State, act: Act, moment: Moment): ActOutcome<Effect>
  /** Applies the changes that are due. */
  advance(state: State, moment: Moment): SimulatorChange<Effect>
  /** Runs acts in sequence, each preceded by the changes that are due. */
  run(state: State, acts: readonly Act[], from?: Moment): SimulatorRun<Effect>
}

/** Returns the context of a moment. Equal moments have equal randomness. */
export function contextAt({ time, seq }: Moment): SimulatorContext {
  return { at: formatInstant(time), random: createSeededRandom(5, time, seq) }
}

/** Returns a value as the log would return it, frozen. */
function logged<Part>(value: Part): Part {
  return freeze(JSON.parse(JSON.stringify(value)))
}

/**
 * Creates a host. `resolve` replaces placeholders in calls with values from the state; by default calls are unchanged.
 */
export function createSimulatorHost<Config extends JsonObject, State, Effect extends JsonValue>(
  simulator: Simulator<Config, State, Effect>,
  resolve: (state: State, call: SimulatorCall) => SimulatorCall = (_state, call) => call,
): SimulatorHost<State, Effect> {
  const attempt = (state: State, act: Act, moment: Moment): ActOutcome<Effect> => {
    if ('call' in act) {
      return freeze(simulator.handle(state, act.group, logged(resolve(state, act.call)), contextAt(moment)))
    }
    try {
      return freeze(simulator.inject(state, logged(act.step), contextAt(moment)))
    } catch (error) {
      // Any other class of error is a bug, not an error in the step.
      if (!(error instanceof Error) || error.name !== 'Error') throw error
      return { effects: [], events: [], refused: error.message }
    }
  }
  const carryOut = <Change extends SimulatorChange<Effect>>(state: State, change: Change): Change => {
    for (const effect of change.effects) simulator.apply(state, effect)
    return change
  }
  const advance = (state: State, moment: Moment) => carryOut(state, freeze(simulator.due(state, contextAt(moment))))
  const run = (state: State, acts: readonly Act[], from = beginning): SimulatorRun<Effect> => {
    let end = from
    const due: SimulatorChange<Effect>[] = []
    const outcomes: ActOutcome<Effect>[] = []
    const changes: SimulatorChange<Effect>[] = []
    for (const act of acts) {
      const moment = { time: end.time + act.wait, seq: end.seq }
      const before = advance(state, moment)
      const outcome = carryOut(state, attempt(state, act, moment))
      due.push(before)
      outcomes.push(outcome)
      changes.push(before, outcome)
      end = { time: moment.time, seq: moment.seq + 1 }
    }
    return {
      effects: changes.flatMap(({ effects }) => effects),
      events: changes.flatMap(({ events }) => events),
      outcomes,
      due,
      end,
    }
  }
  return { attempt, advance, run }
}
