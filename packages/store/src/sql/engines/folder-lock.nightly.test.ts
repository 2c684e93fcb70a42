import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

// At night: it takes 8 s of processes that are killed; served.soak.test.ts has one by day.

const script = fileURLToPath(new URL('../testing/hold-folder.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const command = [process.execPath, '--conditions=@carebench/source', '--import', 'tsx', script]

/** Runs a command in a container with the same host name, where it has the same process id in each. */
const container = [
  'bwrap',
  '--unshare-pid',
  '--as-pid-1',
  '--die-with-parent',
  '--dev-bind',
  '/',
  '/',
  '--proc',
  '/proc',
]
const canContain = spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status === 0

async function hold(
  folder: string,
  isContained = true,
): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const [file = '', ...args] = [...(isContained ? container : []), ...command, folder]
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, said: String(line).trim() }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it.skipIf(!canContain)(
  'lets one of two equal containers lock the folder, and the other once the first is killed (needs bubblewrap)',
  async () => {
    const folder = makeFolder()
    const first = await hold(folder)
    expect(first.said).toBe('held')
    expect((await hold(folder)).said).toContain('refused: The folder is used by process 1 of this machine')
    expect((await hold(folder, false)).said).toContain('refused: The folder is used by process 1 of this machine')
    await end(first.child, 'SIGKILL')
    expect((await hold(folder)).said).toBe('held')
  },
)

it('lets one of several processes started at once lock the folder of a killed one', async () => {
  const folder = makeFolder()
  const first = await hold(folder, false)
  await end(first.child, 'SIGKILL')
  for (let round = 0; round < 2; round++) {
    const started = await Promise.all(Array.from({ length: 3 }, () => hold(folder, false)))
    const holders = started.filter(({ said }) => said === 'held')
    // Not every process was rejected: one has the folder.
    expect(started.map(({ said }) => said).filter((said) => said === 'held')).toHaveLength(1)
    for (const { child } of holders) await end(child, 'SIGKILL')
  }
  expect((await hold(folder, false)).said).toBe('held')
  // The files of killed processes are gone.
  expect(readdirSync(folder).filter((name) => name.endsWith('.socket')).length).toBeLessThanOrEqual(1)
})

it.skipIf(process.platform === 'win32')('leaves a stopped process its folder', async () => {
  const folder = makeFolder()
  const { child } = await hold(folder, false)
  child.kill('SIGSTOP')
  expect((await hold(folder, false)).said).toContain('refused: The folder is used by process')
})
