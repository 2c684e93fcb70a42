import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { splitCommand } from '../../packages/carebench/src/running/command-words.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { workspaceRoot } from '../workspace-sources.js'
import { readBlocks } from './shell-walk.js'

const block = readBlocks('docs/guides/evaluating-an-agent.md')
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Runs a line of the guide that starts with `carebench`, with its results in a temporary folder. */
async function runLine(line: string) {
  const [, ...argv] = splitCommand(line)
  const folder = mkdtempSync(join(tmpdir(), 'carebench-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return runInProcess([...argv, '--folder', folder], { environment: { PATH: process.env.PATH } })
}

it.skipIf(!hasPython)('the program of the guide passes, as the guide shows it (needs python3)', async () => {
  const ran = await runLine(block('sh command').trim())
  expect(ran.code, ran.err).toBe(0)
  expect(ran.out.split('\n\n')[0]).toBe(block('text').trimEnd())
})

it.skipIf(!hasPython)('the service of the guide passes (needs python3)', async () => {
  const [start = '', run = ''] = block('sh service').trim().split('\n')
  const [program, file = '', port = ''] = splitCommand(start.replace(' &', ''))
  const service = spawn(program, ['-B', join(workspaceRoot, file), '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    service.kill()
  })
  const [url] = (await once(service.stdout, 'data')) as [Buffer]
  const ran = await runLine(run.replace(`http://127.0.0.1:${port}`, url.toString().trim()))
  expect(ran.code, ran.err).toBe(0)
  expect(ran.out).toMatch(/^served +1 of 1/m)
})
