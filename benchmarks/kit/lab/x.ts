import { createClinic } from '../src/clinic/clinic.js'
import { families } from '../src/families/families.js'
import { buildBenchmark } from '../src/build-benchmark.js'
import { digestOfVersion, Workbench } from '../src/desk/workbench.js'
import { keepAudit } from '@carebench/service'
import { drawn } from '../src/refusals.js'

const [name = '', seedText = '500000', branchWanted] = process.argv.slice(2)
const clinic = createClinic(1)
const family = families.find((one) => one.name === name)!
const refusals: Record<string, number> = {}
for (const branch of branchWanted ? [branchWanted] : Object.keys(family.branches)) {
  let instance
  let tries = 0
  for (let seed = Number(seedText); seed < Number(seedText) + 20 && !instance; seed++) {
    tries++
    try { instance = family.make({ seed, level: 'X', branch, clinic }) } catch (e) { refusals[(e as Error).message.slice(0, 300)] = (refusals[(e as Error).message.slice(0, 300)] ?? 0) + 1 }
  }
  if (!instance) { console.log(branch, 'none', refusals); continue }
  const t0 = process.cpuUsage()
  const built = buildBenchmark('x', clinic, [instance])
  const { scored_only: _, ...overrides } = built.overrides ?? {}
  const tasks = built.tasks.map(({ counters: __, solutions: ___, ...task }) => task)
  const benchmark = { ...built, overrides, tasks }
  const digest = await digestOfVersion(benchmark)
  const bench = await Workbench.open(benchmark, { knownAudits: [keepAudit({ digest, audit: { ok: true, errors: 0, warnings: 0, tasks: [] } })] })
  const cpu = (a: NodeJS.CpuUsage) => { const u = process.cpuUsage(a); return ((u.user + u.system) / 1e6).toFixed(1) }
  const start = process.cpuUsage(t0) && process.cpuUsage()
  const worked = await bench.make(instance.id, [...instance.readings, ...(instance.solutions[0]?.calls ?? [])])
  const used = cpu(start)
  const second = await bench.make(instance.id, [...instance.readings, ...(instance.solutions[1]?.calls ?? [])])
  const idle = await bench.make(instance.id, [])
  const flood = await bench.make(instance.id, instance.flood)
  console.log(branch, instance.id, 'tries', tries, 'criteria', instance.criteria.length, 'counters', instance.counters.length, 'calls', worked.calls, worked.verdict, worked.broken.slice(0, 4), worked.refused.slice(0, 3), 'second', second.verdict, second.broken.slice(0, 4), 'idle', idle.score, 'flood', flood.score, 'cpu', used, 'kB', Math.round(JSON.stringify(tasks[0]).length / 1000))
}
console.log(refusals)
