import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { workspaceRoot } from '../workspace-sources.js'
import { hasCurl, readBlocks, walk } from './shell-walk.js'

// Nightly, because it takes 7 s: every call is a process. CI runs the same page with the command line alone.

/** Runs the commands of a guide in the parent of a folder with these files; returns what they print. */
async function walkBeside(folder: string, files: Readonly<Record<string, string>>, commands: string): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'carebench-guide-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  mkdirSync(join(parent, folder))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(parent, folder, name), content)
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  onTestFinished(() => server.close())
  const command = `node ${join(workspaceRoot, 'tools/launcher/carebench.mjs')}`
  return walk(`carebench() { ${command} "$@" 2>/dev/null; }\ncd ${parent}\n${commands}`, server)
}

it.skipIf(!hasCurl)('the first benchmark is published and run as shown in its guide (needs curl)', async () => {
  const block = readBlocks('docs/guides/writing-a-benchmark.md')
  const benchmark = { ...JSON.parse(block('json benchmark')), tasks: [JSON.parse(block('json task'))] }
  const files = { 'patients.json': block('json patients'), 'benchmark.json': JSON.stringify(benchmark) }
  expect(await walkBeside('visits', files, block('sh walk'))).toBe(block('text'))
})
