import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { readBlocks } from './shell-walk.js'

const block = readBlocks('docs/guides/runs.md')

it('shows what a run of the scripted agents prints, and its records can be reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-runs-guide-'))
  try {
    const results = join(folder, 'first')
    const command = ['run', 'prior-auth', '--agent', 'good', '--agent', 'careless', '--trials', '2']
    const { code, out, err } = await runInProcess([...command, '--folder', results])
    expect(code, err).toBe(0)
    const table = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/ $/gm, '')
    expect(table(out)).toContain(table(block('text')))

    const packed = readdirSync(join(results, 'trials/good'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('record.json.gz'))
      .map((name) => join(results, 'trials/good', name))
    expect(packed).toHaveLength(6)
    const [first = ''] = packed
    const bases = ['--base', join(results, 'bases')]
    const regraded = await runInProcess(['regrade', first, ...bases])
    expect(regraded.code, regraded.err).toBe(0)
    const reported = await runInProcess(['report', results])
    expect(reported.code, reported.err).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
