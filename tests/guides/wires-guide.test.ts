import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codeOf } from '../wires/mllp-peer.js'
import { openWiredWorld } from '../wires/wired-world.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/wires.md'), 'utf8')
const [, line = ''] = /```sh\n(printf .*)\n```/.exec(page) ?? []

/** Whether `nc` is here, with the option of the page. */
const hasNetcat = (() => {
  try {
    return execFileSync('sh', ['-c', 'nc -h 2>&1 || true'], { encoding: 'utf8' }).includes('-N')
  } catch {
    return false
  }
})()

/** `nc` of the page in a few lines, for machines without it: sends what comes in, and prints what comes back. */
const netcat = `nc() { node -e 'const s = require("net").connect(process.argv[3], process.argv[2]); process.stdin.pipe(s); s.pipe(process.stdout)' -- "$@"; }`

it('the message of the page is acknowledged', async () => {
  const world = await openWiredWorld()
  const program = `PORT=${world.mllp.port}\n${hasNetcat ? '' : netcat}\n${line}`
  const shell = spawn('sh', ['-c', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  shell.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => shell.on('close', resolve))
  expect(codeOf(Buffer.concat(chunks).toString())).toBe('AA A1')
  await world.close()
})
