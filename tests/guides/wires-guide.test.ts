import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureNames } from '@carebench/fixtures'
import type { BenchmarkDefinition } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { at, textAt } from '../contract/contract-testbed.js'
import { readCode } from '../wires/mllp-peer.js'
import { openWiredWorld } from '../wires/wired-world.js'
import { workspaceRoot } from '../workspace-sources.js'

const [page = '', providers = ''] = ['wires', 'texts-and-faxes'].map((name) =>
  readFileSync(join(workspaceRoot, `docs/guides/${name}.md`), 'utf8'),
)
const [, line = ''] = /```sh\n(printf .*)\n```/.exec(page) ?? []
const curls = [...providers.matchAll(/```sh\n((?:echo .*\| )?curl [^`]*)\n```/g)].map(([, found = '']) => found)

/** Whether `nc` is installed and has the option that the page uses. */
const hasNetcat = (() => {
  try {
    return execFileSync('sh', ['-c', 'nc -h 2>&1 || true'], { encoding: 'utf8' }).includes('-N')
  } catch {
    return false
  }
})()

/** A shell function in place of `nc`, for machines without it: sends stdin, and prints what comes back. */
const netcat =
  `nc() { node -e 'const s = require("net").connect(process.argv[3], process.argv[2]); process.stdin.pipe(s); ` +
  `s.pipe(process.stdout)' -- "$@"; }`

async function shell(program: string): Promise<string> {
  const child = spawn('sh', ['-c', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => child.on('close', resolve))
  return Buffer.concat(chunks).toString()
}

/** The systems of a shipped benchmark. */
function listSystems(name: string) {
  const text = readFileSync(join(workspaceRoot, `fixtures/${name}/benchmark.json`), 'utf8')
  return (JSON.parse(text) as BenchmarkDefinition).environment.simulators
}

it('the message of the page is acknowledged, by the interface of lab-results', async () => {
  const hl7 = listSystems('lab-results').find(({ type }) => type === 'HL7')?.config ?? {}
  expect(hl7).toMatchObject({ accept: ['ORU^R01'] })
  const world = await openWiredWorld({}, { hl7 })
  const answer = await shell(`PORT=${world.mllp.port}\n${hasNetcat ? '' : netcat}\n${line}`)
  expect(readCode(answer)).toBe('AA A1')
  await world.close()
})

it('sends the text message and the fax of their page', async () => {
  const world = await openWiredWorld({ kinds: ['mllp', 'sftp', 'sms-api', 'fax-api'] })
  const wireOf = (type: string) => at(world.sandboxOf(type), 'wires', 0)
  const [sms, fax] = [wireOf('Message'), wireOf('Fax')]
  const [message = '', document = ''] = curls
  const [sid, token] = [textAt(sms, 'username'), textAt(sms, 'password')]
  const sent = await shell(`BASE=${textAt(sms, 'url')} SID=${sid} AUTH=${token}\n${message}`)
  expect(JSON.parse(sent)).toMatchObject({ to: '+15550100142', status: 'delivered' })
  const faxed = await shell(`BASE=${textAt(fax, 'url')} KEY=${textAt(fax, 'password')}\n${document}`)
  expect(JSON.parse(faxed)).toMatchObject({ data: { to: '+15550100142', document_type: 'referral' } })
  await world.close()
})

it('the table of shipped benchmarks names their systems with channels', () => {
  const wired = ['HL7', 'Files', 'Message', 'Fax', 'Payer']
  const table = new Map(
    [...page.matchAll(/^\| `([a-z-]+)` +\| ([A-Z][^|]*?) +\|/gm)].map(([, name, types]) => [name, types]),
  )
  const shipped = fixtureNames.map((name) => {
    const types = new Set<string>(listSystems(name).map(({ type }) => type))
    return [name, wired.filter((type) => types.has(type)).join(', ')] as const
  })
  expect(new Map(shipped.filter(([, types]) => types !== ''))).toEqual(table)
})
