import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchmarkDefinition, createManualClock, validatorFor } from '@carebench/protocol'
import { callInMemory, keepAudit, publishBenchmark } from '@carebench/service'
import { createInMemoryService } from '../in-memory-service.js'
import { workspaceRoot } from '../workspace-sources.js'

// Audits the benchmark of each folder of fixtures, and writes the report into the folder. Reads the folders instead of
// the package, so that a new benchmark gets its first audit before it is registered.

const folder = join(workspaceRoot, 'fixtures')
for (const name of readdirSync(folder)) {
  const file = join(folder, name, 'benchmark.json')
  if (!existsSync(file)) continue
  const definition = JSON.parse(readFileSync(file, 'utf8'))
  const findings = validatorFor('benchmarkDefinition')(definition)
  if (findings !== null) throw new Error(`${file} is not a benchmark: ${JSON.stringify(findings)}`)
  const version = await publishOn('2026-01-05T09:00:00Z', definition)
  const later = await publishOn('2045-12-31T23:59:59Z', definition)
  if (JSON.stringify(keepAudit(later)) !== JSON.stringify(keepAudit(version))) {
    throw new Error(
      `The audit of ${name} depends on the day. Give every call of its solutions the dates that it needs.`,
    )
  }
  writeFileSync(join(folder, name, 'audit.json'), `${JSON.stringify(keepAudit(version), null, 2)}\n`)
  const { errors, warnings } = version.audit
  console.log(`${name.padEnd(20)} ${version.digest}  ${errors} errors, ${warnings} warnings`)
}

/** Publishes a benchmark on a service whose clock is at this day. */
async function publishOn(day: string, definition: BenchmarkDefinition) {
  const service = createInMemoryService(createManualClock(Date.parse(day)))
  const { organizationKey } = await service.provisionOrganization('Fixtures')
  return publishBenchmark(callInMemory(service, organizationKey), definition)
}
