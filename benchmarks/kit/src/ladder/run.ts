import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchmarkDefinition } from '@carebench/protocol'
import { canary } from '../build-benchmark.js'
import { digestOfVersion, Workbench } from '../desk/workbench.js'
import { familyOfTask } from '../families/families.js'
import { frozenFolder } from '../frozen-folder.js'
import { splitNames } from '../splits.js'
import type { InstanceLevel } from '../task.js'
import { ladder } from './agents.js'
import { type LadderResult, type LadderResults, ladderPage, listMissed } from './ladder-table.js'

const help = `Lets the scripted agents of the ladder work the instances of a split. If all agents
work all families of test or test-x, writes its ladder.json, and LADDER.md or LADDER-X.md.

  pnpm benchmark:ladder [${splitNames.join('|')}] [options]

  --family NAME  only tasks of this family; repeatable
  --agent RUNG   only this agent, such as A2 or A7-4; repeatable
  --trials N     trials of the agents with slips, A7 (default: 3); the others have one, because all would be the same

Exit codes: 0 every family meets its requirements, 1 one does not, 2 usage error.`

/** The page of each split that has one. */
const pages = new Map([
  ['test', 'LADDER.md'],
  ['test-x', 'LADDER-X.md'],
])
const { values, positionals } = readArguments()
const split = positionals[0] ?? 'test'
const dev = read<BenchmarkDefinition>('dev/benchmark.json')
const whole = read<BenchmarkDefinition>(`${split}/benchmark.json`)
const familyOf = (task: string) => task.replace(/-\d+$/, '')
const tasks = whole.tasks.filter(({ name }) => values.family?.includes(familyOf(name)) ?? true)
const benchmark: BenchmarkDefinition = { ...whole, tasks }

console.log(`Publishing ${tasks.length} tasks of ${benchmark.name}`)
const started = seconds()
const digest = await digestOfVersion(benchmark)
const bench = await Workbench.openUnaudited(benchmark, { scored: true })
// Completions of scored runs do not list criteria, so A2, whose broken criteria are stored, works in unscored runs.
const telling = await Workbench.openUnaudited(benchmark)
console.log(`Published in ${(seconds() - started).toFixed(1)} s of processor time`)
const agents = ladder.filter(({ rung }) => values.agent?.includes(rung) ?? true)
const results: LadderResult[] = []
const missing = new Set<string>()
for (const agent of agents) {
  const trials = agent.rung.startsWith('A7-') ? Number(values.trials ?? 3) : 1
  const before = seconds()
  let worked = 0
  for (const task of tasks) {
    if (agent.needsWorker && familyOfTask(task.name)?.worker === undefined) {
      missing.add(familyOf(task.name))
      continue
    }
    for (let trial = 1; trial <= trials; trial++) {
      const isTold = agent.rung === 'A2'
      const { desk, complete } = await (isTold ? telling : bench).open(task.name)
      await agent.work(desk, { task, known: dev.tasks, trial })
      const { verdict, score, broken } = await complete()
      results.push({
        rung: agent.rung,
        task: task.name,
        level: readLevel(task),
        verdict,
        score,
        ...(isTold && { broken }),
      })
      worked++
    }
  }
  const own = results.filter(({ rung }) => rung === agent.rung)
  const passed = own.filter(({ verdict }) => verdict === 'pass').length
  const each = worked === 0 ? '' : `, ${((seconds() - before) / worked).toFixed(2)} s of processor time each`
  console.log(`${agent.rung}: ${passed} of ${own.length} trials pass${each}`)
}
console.log(`at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB of memory`)

const found: LadderResults = { split, canary, digest, missing: [...missing], results }
const page = ladderPage(found)
console.log(`\n${page}`)
const file = pages.get(split)
if (values.family === undefined && values.agent === undefined && file !== undefined) {
  writeFileSync(join(frozenFolder, split, 'ladder.json'), `${JSON.stringify(found)}\n`)
  writeFileSync(join(frozenFolder, file), page)
}
const families = [...new Set(tasks.map(({ name }) => familyOf(name)))]
if (families.some((family) => listMissed(results.filter(({ task }) => familyOf(task) === family)).length > 0)) {
  process.exitCode = 1
}

function readLevel({ name, tags }: BenchmarkDefinition['tasks'][number]): InstanceLevel {
  const level = (['E', 'M', 'H', 'X'] as const).find((one) => tags?.includes(one))
  if (level === undefined)
    throw new RangeError(`${name}: expected a tag with the level (E, M, H, X), got ${tags?.join(', ')}`)
  return level
}

function seconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function readArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        family: { type: 'string', multiple: true },
        agent: { type: 'string', multiple: true },
        trials: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (parsed.values.help === true) {
      console.log(help)
      process.exit(0)
    }
    const rungs = ladder.map(({ rung }) => rung)
    const unknown = [
      ...parsed.positionals.filter((name) => !(splitNames as readonly string[]).includes(name)),
      ...(parsed.values.agent ?? []).filter((rung) => !rungs.includes(rung)),
    ]
    if (unknown.length > 0 || !/^[1-9]\d?$/.test(parsed.values.trials ?? '3')) {
      throw new TypeError(
        `expected a split (${splitNames.join(', ')}), agents (${rungs.join(', ')}) and 1 to 99 trials, got ${[...unknown, parsed.values.trials].join(' ')}`,
      )
    }
    return parsed
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
    process.exit(2)
  }
}

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(frozenFolder, file), 'utf8'))
}
