import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { boundOfRun, type CostEstimate, formatEstimates } from '../../running/cost-estimate.js'
import { jsonText } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

/** The plan of a run, with its estimated costs. */
export interface Plan {
  readonly plan: string
  readonly folder: string
  readonly tasks: readonly string[]
  readonly agents: readonly string[]
  readonly costs: readonly CostEstimate[]
  readonly budget: number | undefined
  readonly json: boolean
}

/** Prints the plan of a run, with its estimated costs. */
export function printPlan(terminal: Terminal, { plan, folder, tasks, agents, costs, budget, json }: Plan): void {
  if (json) {
    terminal.out(jsonText({ event: 'plan', tasks, agents, folder, costs, at_most_usd: boundOfRun(costs, budget) }))
    return
  }
  const known = existsSync(join(folder, 'lock.json')) ? 'continued' : 'new'
  const listed = `tasks: ${tasks.join(', ')}\nagents: ${agents.join(', ')}\nfolder: ${folder} (${known})\n`
  terminal.out(`${plan}\n${listed}${formatEstimates(costs, budget)}`)
}
