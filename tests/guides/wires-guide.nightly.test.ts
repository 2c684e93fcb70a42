import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { listAt, textAt } from '../contract/contract-testbed.js'
import { readCode } from '../wires/mllp-peer.js'
import { openWiredWorld, type WiredWorld } from '../wires/wired-world.js'
import { workspaceRoot } from '../workspace-sources.js'
import { readBlocks, walk } from './shell-walk.js'

const run = promisify(execFile)
const page = ['wires', 'texts-and-faxes']
  .map((name) => readFileSync(join(workspaceRoot, `docs/guides/${name}.md`), 'utf8'))
  .join('\n')

/** Returns the block of the two pages that begins with a text. */
function block(language: string, beginning: string): string {
  const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
  const [, , code] = blocks.find(([, of, text = '']) => of === language && text.startsWith(beginning)) ?? []
  if (code === undefined) throw new Error(`docs/guides has no ${language} block that begins with ${beginning}.`)
  return code
}

function missing(...programs: string[]): readonly string[] {
  return programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
}

const hasNetcat = spawnSync('sh', ['-c', 'nc -h 2>&1 || true']).stdout.includes('-N')
const missingPrograms = [...missing('bash', 'curl', 'jq', 'sftp'), ...(hasNetcat ? [] : ['nc -N'])]

describe.skipIf(missingPrograms.length > 0)(
  `the shell lines (missing: ${missingPrograms.join(', ') || 'none'})`,
  () => {
    let server: LocalServer
    let folder: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'wires-guide-'))
      server = await startLocalServer({
        port: 0,
        host: '127.0.0.1',
        fixtures: ['lab-results'],
        wires: { kinds: ['mllp', 'sftp'], address: '127.0.0.1', ports: 'any' },
      })
    })
    afterAll(async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    })

    it('lead from a run to an acknowledgment, and to the files', async () => {
      const [beginning = ''] = readBlocks('docs/guides/a-run-with-curl.md')('sh walk').split('\nFHIR=')
      const start = block('sh', 'START=')
      const message = block('sh', 'printf')
      // A program types the password, and the host key is not checked.
      const sftp = block('sh', 'sftp ')
        .replace('sftp', 'sftp -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -b batch')
        .replace('40000', '$(wire sftp .port)')
        .replace('agent-110b65c4', '$(wire sftp .username)')
      const askpass = join(folder, 'password')
      const script = [
        `cd ${folder}`,
        beginning.replace('prior-auth@1', 'lab-results@1'),
        start,
        'echo; echo "=== message"',
        message,
        'echo; echo "=== files"',
        `wire() { echo "$START" | jq -r ".sandboxes[].wires[]? | select(.kind == \\"$1\\")$2"; }`,
        `printf '#!/bin/sh\\necho %s\\n' "$(wire sftp .password)" > ${askpass} && chmod 700 ${askpass}`,
        'echo ls > batch',
        `export SSH_ASKPASS=${askpass} SSH_ASKPASS_REQUIRE=force`,
        sftp.replace('-b batch', '-o BatchMode=no -b batch'),
      ].join('\n')
      const [shown = '', answer = '', files = ''] = (await walk(script, server)).split(/=== \w+\n/)
      expect(shown).toContain('"type": "HL7"')
      expect(readCode(answer)).toBe('AA A1')
      expect(files.match(/inbox|outbound|archive/g)?.sort()).toEqual(['archive', 'inbox', 'outbound'])
    })
  },
)

describe('the JavaScript', () => {
  let world: WiredWorld

  beforeAll(async () => {
    const files = [{ path: 'inbox/lab.csv', content: 'mrn\n1\n' }]
    world = await openWiredWorld({ kinds: ['mllp', 'sftp', 'sms-api', 'fax-api'] }, { files })
  })
  afterAll(() => world.close())

  /** Runs a module with some variables, and returns what it prints. */
  async function node(variables: Record<string, unknown>, ...lines: string[]): Promise<string> {
    const declared = Object.entries(variables).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
    const imports = lines.filter((line) => line.startsWith('import '))
    const code = [...imports, ...declared, ...lines.filter((line) => !line.startsWith('import '))].join('\n')
    const cwd = join(workspaceRoot, 'tests')
    return (await run(process.execPath, ['--input-type=module', '-e', code], { cwd })).stdout.trim()
  }

  it('connects by SFTP', async () => {
    const { host, port, username, password } = world.sftp
    const imports = ["import SftpClient from 'ssh2-sftp-client'", "import net from 'node:net'"]
    const after = ["console.log(String(await client.get('/inbox/lab.csv')))", 'await client.end()']
    const code = block('js', 'const client = new SftpClient()')
    expect(await node({ host, port, username, password }, ...imports, code, ...after)).toBe('mrn\n1')
  })

  it('sends a text message with the client of the provider', async () => {
    const [wire] = listAt(world.sandboxOf('Message'), 'wires')
    const variables = { BASE: textAt(wire, 'url'), SID: textAt(wire, 'username'), AUTH: textAt(wire, 'password') }
    const code = block('js', 'const http = new twilio')
    const after = 'console.log((await client.messages.list()).map(({ body }) => body).join())'
    expect(await node(variables, "import twilio from 'twilio'", code, after)).toBe('Your visit is booked.')
  })

  it('reads faxes with the client of the provider', async () => {
    const [wire] = listAt(world.sandboxOf('Fax'), 'wires')
    const variables = { BASE: textAt(wire, 'url'), KEY: textAt(wire, 'password') }
    const [, created = ''] = /`(new Telnyx\([^`]*\))`/.exec(page) ?? []
    const code = `console.log((await (${created}).faxes.list()).data.length)`
    expect(await node(variables, "import Telnyx from 'telnyx'", code)).toBe('0')
  })
})
