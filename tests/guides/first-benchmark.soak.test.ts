import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readBlocks } from './shell-walk.js'

const block = readBlocks('docs/guides/your-first-benchmark.md')
const launcher = join(import.meta.dirname, '../../tools/launcher/carebench.mjs')

it('the first benchmark distinguishes a careful agent from a hasty one, and its audit finds what is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-first-'))
  const run = (script: string) => {
    const command = `carebench() { node ${JSON.stringify(launcher)} "$@"; }\n${script}`
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The script ended with ${status}: ${stdout}${stderr}`)
    return stdout
  }
  try {
    expect(run(block('sh begin'))).toContain('0 errors, 0 warnings')
    writeFileSync(join(folder, 'careful.mjs'), block('js careful.mjs'))
    const compared = run(block('sh compare'))
    for (const line of block('text outcome').trimEnd().split('\n')) expect(compared).toContain(line)
    expect(existsSync(join(folder, 'results/report/index.html'))).toBe(true)
    expect(run(block('sh weaken'))).toContain('exit code 1')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
