import type { JsonValue } from '@carebench/protocol'
import { type Chance, createChance } from '../chance.js'
import { listAt, memberAt, textAt } from '../desk/desk.js'
import type { SolutionCall, Task } from '../task.js'
import { type Alignment, align, exchange } from './alignment.js'

/** A call of the solution, and whether it already has a slip. */
interface Step {
  readonly call: SolutionCall
  readonly isSlip: boolean
}

/**
 * Rung A7: returns the reference solution with `acts` slips: a call dropped, two exchanged, one repeated, or one made
 * for a neighboring record. A larger number includes the slips of smaller ones. No call has two slips, which could
 * cancel out; if calls run out, there are fewer slips.
 */
export function withSlips(task: Task, acts: number, trial: number): readonly SolutionCall[] {
  const chance = createChance(Number(task.name.split('-').at(-1)), `slips of trial ${trial}`)
  const steps = (task.solutions?.[0]?.calls ?? []).map((call): Step => ({ call, isSlip: false }))
  for (let act = 0; act < acts && steps.some(({ isSlip }) => !isSlip); act++) slip(steps, task, chance)
  return steps.map(({ call }) => call)
}

function slip(steps: Step[], task: Task, chance: Chance): void {
  const at = chance.pick(rightAmong(steps))
  const { call } = steps[at] as Step
  const others = rightAmong(steps).filter((other) => !isSame(steps[other]?.call, call))
  const neighbours = forNeighbour(call, task, chance)
  const made = (one: SolutionCall): Step => ({ call: one, isSlip: true })
  const acts = {
    drop: () => steps.splice(at, 1),
    swap: () => {
      const other = chance.pick(others)
      const { call: exchanged } = steps[other] as Step
      steps[at] = made(exchanged)
      steps[other] = made(call)
    },
    repeat: () => steps.splice(at, 1, made(call), made(call)),
    neighbour: () => steps.splice(at, 1, made(neighbours)),
  }
  const names = (Object.keys(acts) as (keyof typeof acts)[])
    .filter((name) => name !== 'swap' || others.length > 0)
    // A call that names no record cannot be made for a neighboring one.
    .filter((name) => name !== 'neighbour' || !isSame(neighbours, call))
  acts[chance.pick(names)]()
}

/** Returns the positions of the calls without a slip. */
function rightAmong(steps: readonly Step[]): readonly number[] {
  return steps.flatMap(({ isSlip }, index) => (isSlip ? [] : [index]))
}

function isSame(one: SolutionCall | undefined, other: SolutionCall): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Returns the call with the values of one record replaced by those of another record of the type. */
function forNeighbour(call: SolutionCall, task: Task, chance: Chance): SolutionCall {
  const resources = (task.environment?.datasets ?? []).flatMap((dataset) =>
    listAt(dataset as unknown as JsonValue, '/config/bundle/entry').flatMap(
      (entry) => memberAt(entry, '/resource') ?? [],
    ),
  )
  const text = JSON.stringify(call)
  const named = resources.filter(
    (one) => text.includes(textAt(one, '/id')) || text.includes(textAt(one, '/subscriberId') || '\n'),
  )
  if (named.length === 0) return call
  const one = chance.pick(named)
  const others = resources.filter(
    (other) => other !== one && textAt(other, '/resourceType') === textAt(one, '/resourceType'),
  )
  if (others.length === 0) return call
  const alignment: Alignment = new Map()
  align(alignment, one, chance.pick(others))
  return exchange(alignment, call as unknown as JsonValue) as unknown as SolutionCall
}
