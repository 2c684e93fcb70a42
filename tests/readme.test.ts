import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startLocalServer } from '../packages/carebench/src/serving/local-server.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const hasCurl = spawnSync('curl', ['--version']).status === 0

function block(info: string): string {
  const found = new RegExp(`\`\`\`${info}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1]
  if (found === undefined) throw new Error(`The README has no block marked "${info}".`)
  return found
}

/** Runs a script with bash and answers what it printed. */
async function run(script: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`The script ended with ${code}: ${output}`)
  return output
}

it('opens with the two commands', () => {
  expect(readme.split('\n').slice(2, 6).join('\n')).toContain('npx -y pnpm@12.21.0 demo')
  expect(readme.split('\n').slice(2, 6).join('\n')).toContain('npx -y pnpm@12.21.0 test')
})

it.skipIf(!hasCurl)('walks through a run with curl as it says (needs curl)', async () => {
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: ['prior-auth'] })
  try {
    const output = await run(block('sh walk'), {
      CAREBENCH_URL: server.url,
      CAREBENCH_CA: server.caFile,
      CAREBENCH_SOLVER_KEY: server.solverKey,
      CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
    })
    const lines = output.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.slice(1, 3)).toEqual(['Quintero', 'fail'])
    expect(lines[3]).toContain('counts 0')
  } finally {
    await server.close()
  }
})
