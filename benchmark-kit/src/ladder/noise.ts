import type { JsonValue } from '@carebench/protocol'
import { type Chance, createChance } from '../chance.js'
import { listAt, memberAt, textAt } from '../desk/desk.js'
import type { SolutionCall, Task } from '../family.js'
import { type Alignment, align, exchange } from './alignment.js'

/**
 * Rung A7: the reference solution with `acts` slips in it: a call dropped, two exchanged, one repeated, or one made for a neighbour.
 * The slips of fewer acts are among those of more.
 */
export function withSlips(task: Task, acts: number, trial: number): readonly SolutionCall[] {
  const chance = createChance(Number(task.name.split('-').at(-1)), `slips of trial ${trial}`)
  const calls = [...(task.solutions?.[0]?.calls ?? [])]
  for (let act = 0; act < acts && calls.length > 0; act++) slip(calls, task, chance)
  return calls
}

function slip(calls: SolutionCall[], task: Task, chance: Chance): void {
  const at = chance.integer(0, calls.length - 1)
  const call = calls[at]
  if (call === undefined) return
  switch (chance.pick(['drop', 'swap', 'repeat', 'neighbour'] as const)) {
    case 'drop':
      calls.splice(at, 1)
      break
    case 'swap':
      calls.splice(at, 1)
      calls.splice(chance.integer(0, calls.length), 0, call)
      break
    case 'repeat':
      calls.splice(at, 0, call)
      break
    case 'neighbour':
      calls.splice(at, 1, forNeighbour(call, task, chance))
  }
}

/** The call with what it says of one record exchanged for what another record of the type says. */
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
