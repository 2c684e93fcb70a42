import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'

/** Scripts: one works right, one is careless, and one does nothing. */
const agents = ['good', 'careless', 'idle']

/** Runs three scripted agents through a benchmark, and writes the report about them into a folder. */
export async function writeReport(pages: string): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'carebench-docs-report-'))
  try {
    const folder = join(parent, 'run')
    const chosen = agents.flatMap((agent) => ['--agent', agent])
    await run(['run', 'prior-auth', ...chosen, '--trials', '2', '--folder', folder, '--no-pages'])
    rmSync(pages, { recursive: true, force: true })
    await run(['report', folder, '--pages', pages])
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

async function run(words: string[]): Promise<void> {
  const { code, err } = await runInProcess(words)
  if (code !== 0) throw new Error(`carebench ${words.join(' ')} exited with ${code}: ${err}`)
}
