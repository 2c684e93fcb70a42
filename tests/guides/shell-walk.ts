import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { LocalServer } from '../../packages/carebench/src/serving/local-server.js'

/** Whether curl is installed, with which the commands of guides call the server. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0

/** The code blocks of a page (a path from the repository root) with the given info string. */
export function readBlocks(page: string): (info: string) => string {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  return (info) => {
    const found = new RegExp(`\`\`\`${info}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1]
    if (found === undefined) throw new Error(`${page} has no block marked "${info}".`)
    return found
  }
}

/** Reads a file of `examples/benchmarks`. */
export function readExample(file: string): string {
  return readFileSync(new URL(`../../examples/benchmarks/${file}`, import.meta.url), 'utf8')
}

/** Runs a script in bash, with a server's address and keys in `CAREBENCH_…`; returns its output. */
export async function walk(script: string, server: LocalServer): Promise<string> {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      CAREBENCH_URL: server.url,
      CAREBENCH_CA: server.caFile,
      CAREBENCH_SOLVER_KEY: server.solverKey,
      CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`The script ended with ${code}: ${output}`)
  return output
}
