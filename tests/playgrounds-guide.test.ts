import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startLocalServer } from '../packages/carebench/src/serving/local-server.js'

const guide = readFileSync(new URL('../docs/playgrounds.md', import.meta.url), 'utf8')
const hasCurl = spawnSync('curl', ['--version']).status === 0

function block(info: string): string {
  const found = new RegExp(`\`\`\`${info}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1]
  if (found === undefined) throw new Error(`The guide has no block marked "${info}".`)
  return found
}

it.skipIf(!hasCurl)(
  'the walk through a playground prints what the guide says (needs curl)',
  async () => {
    const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: ['prior-auth'] })
    try {
      const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', block('sh walk')], {
        env: {
          ...process.env,
          NODE_NO_WARNINGS: '1',
          CAREBENCH_URL: server.url,
          CAREBENCH_CA: server.caFile,
          CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
        },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
      const code = await new Promise((resolve) => child.on('close', resolve))
      expect([code, output]).toEqual([0, block('text')])
    } finally {
      await server.close()
    }
  },
  60_000,
)
