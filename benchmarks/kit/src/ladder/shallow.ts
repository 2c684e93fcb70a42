import { bestPolicy, courseBy, drawGlances, glanceAt, type Policy } from '../adversary/shallow-policy.js'
import { type Clinic, createClinic } from '../clinic/clinic.js'
import { drawSplit } from '../draw-split.js'
import type { Family, Instance } from '../family.js'
import { drawn } from '../refusals.js'
import { settingFor } from '../splits.js'
import type { Level, SolutionCall, Task } from '../task.js'

/** Number of drawn instances to which a policy is fitted, in addition to those of `dev`. */
const fitted = 100

const policies = new Map<string, Policy>()

/** Returns the best policy of a family that does not read documents, fitted to `dev` and to drawn instances. */
export function fitPolicy(family: Family, clinic: Clinic): Policy {
  const { firstSeed } = settingFor('dev', clinic)
  const dev = drawSplit(family, family.splits.dev, { clinic, firstSeed }).instances.map(glanceAt)
  return bestPolicy([...dev, ...drawGlances(family, clinic, fitted)])
}

/**
 * Rung A10: returns the work that the best shallow policy chooses for a task: the solution, if it predicts all choices
 * right; otherwise the work of the branch with the predicted choices, or nothing if no branch of the seed has them.
 */
export function shallowWork(task: Task, family: Family): readonly SolutionCall[] {
  const clinic = createClinic(1)
  const policy = policies.get(family.name) ?? fitPolicy(family, clinic)
  policies.set(family.name, policy)
  const twins = drawAgain(task, family, clinic)
  const own = twins.find(({ solutions }) => JSON.stringify(solutions) === JSON.stringify(task.solutions))
  if (own === undefined) return []
  const { features, course } = glanceAt(own)
  const guess = courseBy(policy, features)
  if (guess === course) return own.solutions[0]?.calls ?? []
  const twin = twins.find((one) => one !== own && JSON.stringify(one.choices) === guess)
  return twin?.solutions[0]?.calls ?? []
}

/** Draws the instances of a task's seed in all branches. */
function drawAgain({ name, tags }: Task, family: Family, clinic: Clinic): readonly Instance[] {
  const seed = Number(name.split('-').at(-1))
  const level = tags?.[1] as Level
  return Object.keys(family.branches).flatMap(
    (branch) => drawn(() => family.make({ seed, level, branch, clinic })) ?? [],
  )
}
