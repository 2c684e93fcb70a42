import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryByKilling } from './trial-by-kill.js'

// pnpm start [--runs 200] [--concurrency 4] [command of carebench …]
const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '200' }, concurrency: { type: 'string', default: '4' } },
  allowPositionals: true,
})
// If root runs this, PostgreSQL runs as another user, who must be able to enter the folder.
const folder = mkdtempSync(join(tmpdir(), 'carebench-nodes-'))
chmodSync(folder, 0o755)
try {
  const { runs, kills, acknowledged, repeated, balancer, wrong } = await tryByKilling({
    runs: Number(values.runs),
    concurrency: Number(values.concurrency),
    carebench: positionals.length === 0 ? ['carebench'] : positionals,
    folder,
    say: console.log,
  })
  const answered = [...balancer.answered].map(([name, count]) => `${name} ${count}`).join(', ')
  console.log(`
${runs} ${runs === 1 ? 'run' : 'runs'}, ${kills} ${kills === 1 ? 'kill' : 'kills'} (SIGKILL), each followed by a restart
requests answered by node      ${answered}
sent to another node instead   ${balancer.moved}
cut off by a kill              ${balancer.broken}
calls repeated by the agents   ${repeated}
acknowledged writes read back  ${acknowledged}
lost, or different             ${wrong.length}`)
  for (const line of wrong) console.log(`  ${line}`)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
