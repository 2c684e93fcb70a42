import {
  type JsonObject,
  type JsonValue,
  listGroups,
  type ScenarioStep,
  type SimulatorCall,
  type SystemDescription,
} from '@carebench/protocol'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, inject, it } from 'vitest'
import type { SeedDataset, Simulator } from '../simulator.js'
import { defaultSystems } from '../systems.js'
import { assertUntil } from './assert-until.js'
import { freeze } from './freeze.js'
import { hostileCall, hostileStep } from './hostile-call.js'
import { isJsonValue } from './is-json-value.js'
import { runNoise } from './run-noise.js'
import { type Act, type ActOutcome, beginning, contextAt, createSimulatorHost, type Moment } from './simulator-host.js'

const numRuns = 8 * inject('scale')

/** A simulator, with what its contract suite needs to know about it. */
export interface SimulatorSubject<Config extends JsonObject, State, Effect extends JsonValue> {
  readonly simulator: Simulator<Config, State, Effect>
  /** Its group; null if only other systems of its environment call it, under any name. */
  readonly group: string | null
  /** The groups that its noise touches. Default: its own. */
  readonly noiseGroups?: readonly string[]
  readonly config: fc.Arbitrary<Config>
  readonly datasets: fc.Arbitrary<readonly SeedDataset[]>
  /** Calls of every kind, mostly valid ones, as applied to an advanced state. */
  readonly calls: fc.Arbitrary<SimulatorCall>
  /** Scenario steps that can be run; omitted for a simulator that takes none. */
  readonly steps?: fc.Arbitrary<ScenarioStep>
  /**
   * Replaces placeholders in a call with values from the state, such as a randomly drawn id. Default: calls are
   * unchanged.
   */
  readonly resolve?: (state: State, call: SimulatorCall) => SimulatorCall
  /** Observable parts of a state besides its evidence: pages of lists, pending items. */
  readonly observe?: (state: State) => unknown
  /** Whether changes may become due by themselves; if not, none ever may. */
  readonly schedules?: boolean
  /** Further hostile calls specific to this simulator; noise and corrupted calls are generated anyway. */
  readonly hostile?: fc.Arbitrary<SimulatorCall>
  /** The statuses of its responses, in ascending order; each must be observed. */
  readonly statuses: readonly number[]
  /** Further statuses that are allowed but too rare to wait for. Default: none, so any other status is a failure. */
  readonly rareStatuses?: readonly number[]
  /** Whether a configuration may reject all noise; if not, some must be accepted. */
  readonly refusesNoise?: (config: Config) => boolean
  /** The events that a rejected call may leave, because it was read; each must be observed. Default: none. */
  readonly refusals?: readonly string[]
  /** Asserts this simulator's guarantees for any response, including errors. */
  readonly answered?: (outcome: ActOutcome<Effect>, call: SimulatorCall) => void
}

/**
 * Defines the tests of every simulator: its functions are pure, replaying effects reproduces the state, forks are
 * independent, only elapsed time matters and not its steps, and no caller can make it throw.
 */
export function simulatorContract<Config extends JsonObject, State, Effect extends JsonValue>(
  name: string,
  subject: SimulatorSubject<Config, State, Effect>,
): void {
  const { simulator, schedules = false, rareStatuses = [], refusals = [], steps } = subject
  const host = createSimulatorHost(simulator, subject.resolve)
  const groups = fc.constant(subject.group ?? 'any')
  const waits = fc.nat(60).map((seconds) => seconds * 1000)
  const aCall = (calls: fc.Arbitrary<SimulatorCall>) => fc.record({ wait: waits, group: groups, call: calls })
  const anAct: fc.Arbitrary<Act> = fc.oneof(
    { weight: 5, arbitrary: aCall(subject.calls) },
    ...(steps === undefined ? [] : [{ weight: 1, arbitrary: fc.record({ wait: waits, step: steps }) }]),
  )
  const acts = fc.array(anAct, { maxLength: 16 })
  const fewActs = fc.array(anAct, { maxLength: 6 })
  const seeds = fc.record({ config: subject.config, datasets: subject.datasets })
  type Seeds = { readonly config: Config; readonly datasets: readonly SeedDataset[] }
  const throughJson = <Part>(value: Part): Part => JSON.parse(JSON.stringify(value))
  const seed = (input: Seeds) => {
    const { config, datasets } = freeze(throughJson(input))
    return simulator.seed(config, datasets, contextAt(beginning))
  }

  /**
   * Returns everything observable about a state as text. Freezes the observed values, so that changing them in place
   * throws.
   */
  const observe = (state: State): string => {
    const { fhir, ...evidence } = simulator.evidence(state)
    const record = fhir && [...fhir.resources()].map(({ resource }) => resource)
    return JSON.stringify([freeze(evidence), freeze(record ?? []), subject.observe?.(state) ?? null])
  }

  describe(`${name} as a simulator`, () => {
    it('seeds deterministically', () => {
      fc.assert(
        fc.property(seeds, (input) => {
          expect(Value.Check(simulator.configSchema, input.config)).toBe(true)
          const state = seed(input)
          expect(observe(simulator.fork(state))).toBe(observe(state))
          expect(observe(seed(input))).toBe(observe(state))
        }),
        { numRuns },
      )
    })

    if (simulator.extend !== undefined) {
      it('extends a seeded state to what it seeds from all datasets, and leaves it as it was', () => {
        fc.assert(
          fc.property(seeds, subject.datasets, acts, ({ config, datasets }, more, done) => {
            const base = seed({ config, datasets })
            const pristine = observe(base)
            const extended = simulator.extend?.(base, config, freeze(throughJson(more)), contextAt(beginning)) ?? base
            const whole = seed({ config, datasets: [...datasets, ...more] })
            expect(observe(extended)).toBe(observe(whole))
            expect(host.run(simulator.fork(extended), done)).toEqual(host.run(simulator.fork(whole), done))
            expect(observe(base)).toBe(pristine)
          }),
          { numRuns },
        )
      })
    }

    it('reads without changing: repeating a call that was not applied gives the same result', () => {
      fc.assert(
        fc.property(seeds, acts, anAct, (input, before, last) => {
          const state = simulator.fork(seed(input))
          const { end } = host.run(state, before)
          const present = observe(state)
          const later: Moment = { time: end.time + last.wait, seq: end.seq }
          expect(host.attempt(state, last, later)).toEqual(host.attempt(state, last, later))
          expect(simulator.due(state, contextAt(later))).toEqual(simulator.due(state, contextAt(later)))
          expect(observe(state)).toBe(present)
        }),
        { numRuns },
      )
    })

    it('returns effects, events and responses that JSON preserves', () => {
      fc.assert(
        fc.property(seeds, acts, (input, done) => {
          const { outcomes, due } = host.run(simulator.fork(seed(input)), done)
          for (const outcome of [...outcomes, ...due]) expect(isJsonValue(outcome)).toBe(true)
        }),
        { numRuns },
      )
    })

    it('replays: applying the effects, as JSON, to a fork reproduces the state; repeating the \
acts reproduces the effects', () => {
      let changes = 0
      assertUntil(
        fc.property(seeds, acts, (input, done) => {
          const seeded = seed(input)
          const pristine = observe(seeded)
          const state = simulator.fork(seeded)
          const first = host.run(state, done)
          const folded = simulator.fork(seeded)
          for (const effect of throughJson(first.effects)) simulator.apply(folded, effect)
          expect(observe(folded)).toBe(observe(state))
          expect(host.run(simulator.fork(seeded), done)).toEqual(first)
          expect(observe(seeded)).toBe(pristine)
          if (observe(state) !== pristine) changes++
        }),
        numRuns,
        () => changes >= 5,
      )
    })

    it('keeps forks independent of their origin and of each other', () => {
      fc.assert(
        fc.property(seeds, fewActs, fc.tuple(fewActs, fewActs, fewActs), (input, before, parts) => {
          const seeded = seed(input)
          const pristine = observe(seeded)
          const state = simulator.fork(seeded)
          const { end } = host.run(state, before)
          const together = parts.map((part, index) => {
            const own = index === 0 ? state : simulator.fork(state)
            return { part, own, moment: end, outcomes: [] as unknown[] }
          })
          for (const { own } of together) expect(observe(own)).toBe(observe(state))
          // The forks take turns, so that each runs between the acts of the others.
          for (let turn = 0; turn < Math.max(...parts.map(({ length }) => length)); turn++) {
            for (const run of together) {
              const { outcomes, end: next } = host.run(run.own, run.part.slice(turn, turn + 1), run.moment)
              run.outcomes.push(...outcomes)
              run.moment = next
            }
          }
          expect(observe(seeded)).toBe(pristine)
          for (const { part, own, outcomes } of together) {
            const alone = simulator.fork(seed(input))
            host.run(alone, before)
            expect(outcomes).toEqual(host.run(alone, part, end).outcomes)
            expect(observe(own)).toBe(observe(alone))
          }
        }),
        { numRuns },
      )
    })

    it('gives the same result for one jump in time as for many small steps', () => {
      let seen = 0
      assertUntil(
        fc.property(seeds, fewActs, fc.array(fc.nat(45_000), { minLength: 1, maxLength: 8 }), (input, done, gaps) => {
          const jumping = simulator.fork(seed(input))
          const { end } = host.run(jumping, done)
          const stepping = simulator.fork(jumping)
          const last: Moment = { time: gaps.reduce((sum, gap) => sum + gap, end.time), seq: end.seq }
          const jump = host.advance(jumping, last)
          let { time } = end
          const small = gaps.map((gap) => {
            time += gap
            return host.advance(stepping, { time, seq: end.seq })
          })
          expect({
            effects: small.flatMap(({ effects }) => effects),
            events: small.flatMap(({ events }) => events),
          }).toEqual(jump)
          expect(observe(stepping)).toBe(observe(jumping))
          expect(host.advance(jumping, last)).toEqual({ effects: [], events: [] })
          seen += jump.effects.length
        }),
        numRuns,
        () => seen > 0 || !schedules,
      )
      expect(seen > 0).toBe(schedules)
    })

    it('answers any call, and changes nothing when it rejects one', () => {
      const anyCall = hostileCall(simulator.headers, subject.calls)
      const calls = aCall(fc.oneof(anyCall, subject.hostile ?? anyCall, subject.calls))
      const statuses = new Set<number>()
      const seenRefusals = new Set<string>()
      const marked = { outward: callsMarked('outward', subject.group), reads: callsMarked('reads', subject.group) }
      assertUntil(
        fc.property(seeds, fc.array(anAct, { maxLength: 3 }), calls, (input, before, act) => {
          const state = simulator.fork(seed(input))
          const { end } = host.run(state, before)
          const present = observe(state)
          const outcome = host.attempt(state, act, end)
          expect(observe(state)).toBe(present)
          expect(isJsonValue(outcome)).toBe(true)
          const { status = 0, headers = {} } = outcome.response ?? {}
          statuses.add(status)
          expect(Number.isInteger(status) && status >= 200 && status <= 599).toBe(true)
          expect([...subject.statuses, ...rareStatuses]).toContain(status)
          for (const [header, value] of Object.entries(headers)) {
            expect(header).toMatch(/^[a-z0-9-]+$/)
            expect(value).toMatch(/^[\x20-\x7e]+$/)
          }
          if (status >= 400) {
            expect(outcome.effects).toEqual([])
            // A rejection may still disclose records.
            const others = outcome.events.filter(({ returned }) => returned === undefined)
            expect(others.filter(({ type }) => !refusals.includes(type))).toEqual([])
            for (const { type } of others) seenRefusals.add(type)
          } else {
            expect(outcome.events.filter(({ type }) => refusals.includes(type))).toEqual([])
          }
          if (outcome.events.some(({ outward }) => outward !== undefined)) {
            expect(status).toBeLessThan(300)
            expect(marked.outward.some((isCall) => isCall(act.call))).toBe(true)
          }
          if (outcome.events.some(({ returned }) => returned !== undefined)) {
            expect(marked.reads.some((isCall) => isCall(act.call))).toBe(true)
          }
          subject.answered?.(outcome, act.call)
          for (const effect of throughJson(outcome.effects)) simulator.apply(state, effect)
          observe(state)
        }),
        10 * numRuns,
        () =>
          subject.statuses.every((status) => statuses.has(status)) && refusals.every((type) => seenRefusals.has(type)),
      )
      expect([...statuses].filter((status) => !rareStatuses.includes(status)).sort()).toEqual(subject.statuses)
      expect([...seenRefusals].sort()).toEqual([...refusals].sort())
    })

    it('runs a scenario step or throws an Error that says what is wrong with it, and changes nothing itself', () => {
      fc.assert(
        fc.property(
          seeds,
          hostileStep(simulator.scenarioSteps, steps ?? fc.constant({ type: 'none' })),
          (input, step) => {
            const state = simulator.fork(seed(input))
            const present = observe(state)
            const outcome = host.attempt(state, { wait: 0, step }, beginning)
            expect(observe(state)).toBe(present)
            expect(isJsonValue(outcome)).toBe(true)
            if (outcome.refused !== undefined) expect(outcome.refused).not.toBe('')
            if (!simulator.scenarioSteps.includes(step.type)) expect(outcome.refused).toContain('step')
            else if (outcome.refused === undefined) expect(simulator.stepFindings?.(step) ?? []).toEqual([])
          },
        ),
        { numRuns: 5 * numRuns },
      )
      expect(simulator.scenarioSteps.length > 0).toBe(steps !== undefined)
      if (steps === undefined) return
      fc.assert(
        fc.property(seeds, steps, (input, step) => {
          const outcome = host.attempt(simulator.fork(seed(input)), { wait: 0, step }, beginning)
          expect(outcome.refused).toBe(undefined)
          expect(outcome.effects).not.toEqual([])
        }),
        { numRuns },
      )
    })

    it('has noise that touches every group, is deterministic, terminates, and is accepted', () => {
      fc.assert(
        fc.property(seeds, fewActs, (input, before) => {
          const state = simulator.fork(seed(input))
          host.run(state, before)
          const present = observe(state)
          const again = simulator.fork(state)
          const made = runNoise(simulator, host, input.config, state)
          expect(runNoise(simulator, host, input.config, again)).toEqual(made)
          expect(observe(again)).toBe(observe(state))
          const { noiseGroups = subject.group === null ? [] : [subject.group] } = subject
          expect([...new Set(made.map(({ group }) => group))]).toEqual(noiseGroups)
          expect(made.filter(({ response }) => response.status >= 500)).toEqual([])
          if (subject.refusesNoise?.(input.config) !== true) expect(observe(state)).not.toBe(present)
        }),
        { numRuns: Math.ceil(numRuns / 5) },
      )
    })
  })
}

/** Returns tests that recognize the calls of a group with a mark. */
function callsMarked(mark: 'outward' | 'reads', group: string | null): readonly ((call: SimulatorCall) => boolean)[] {
  const descriptions: readonly SystemDescription[] = defaultSystems
  const calls = descriptions.flatMap(listGroups).flatMap((one) => (one.group.name === group ? one.calls : []))
  return calls.flatMap(({ method, path, ...marks }) => {
    if (marks[mark] !== true) return []
    const pattern = new RegExp(`^${path.replaceAll('$', '\\$').replace(/\{\w+\}/g, '.+')}/?$`)
    return [(call: SimulatorCall) => call.method === method && pattern.test(call.path === '' ? '' : `/${call.path}`)]
  })
}
