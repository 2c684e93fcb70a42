import { once } from 'node:events'
import fs, {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readLabel, writeLabel } from './folder-label.js'
import { FolderInUseError, lockFolder } from './folder-lock.js'
import { bootId, openLivenessSocket } from './liveness-socket.js'
import { WrongFolderError } from './wrong-folder-error.js'

/** Milliseconds. */
const pause = 1000

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Does something before each call of a function of the file system, until the test ends: what it throws, the call
 * throws.
 */
function interfere(name: 'renameSync' | 'rmSync' | 'writeFileSync', before: (path: string) => void): void {
  const original: (...args: never[]) => unknown = fs[name]
  const replace = (replacement: unknown) => {
    Object.assign(fs, { [name]: replacement })
    syncBuiltinESMExports()
  }
  replace((...args: never[]) => {
    before(String(args[0]))
    return original(...args)
  })
  onTestFinished(() => replace(original))
}

it('rejects other holders until the first one unlocks the folder', async () => {
  const folder = makeFolder()
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid} of this machine`)
  unlock()
  unlock()
  const again = await lockFolder(folder)
  again()
})

it.each([
  ['a process that has ended', { pid: 2 ** 22 + 1, host: hostname(), since: '' }],
  ['an earlier process with the same id, as in a container', { pid: process.pid, host: hostname(), since: '' }],
])('ignores the lock of %s', async (_, holder) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'lock'), JSON.stringify(holder))
  const unlock = await lockFolder(folder)
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  unlock()
})

it.each([
  [
    'a process that runs',
    JSON.stringify({ pid: process.ppid, host: hostname(), since: 'noon' }),
    `process ${process.ppid}`,
  ],
  [
    'another machine with an older version, which sends no heartbeats',
    JSON.stringify({ pid: 1, host: 'elsewhere', since: 'noon' }),
    'process 1 of elsewhere, since noon',
  ],
  ['a holder that cannot be read', '', 'an unknown machine'],
])('respects the lock of %s', async (_, text, named) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'lock'), text)
  await expect(lockFolder(folder)).rejects.toThrow(named)
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(text)
})

const elsewhere = { id: '1', pid: 1, host: 'elsewhere', since: 'noon', refresh: 50 }

it('ignores the lock of another machine or container once its heartbeat is missing', async () => {
  const folder = makeFolder()
  const file = join(folder, 'lock')
  writeFileSync(file, JSON.stringify(elsewhere))
  const messages: string[] = []
  const unlock = await lockFolder(folder, { patience: 200, onWait: (message) => messages.push(message) })
  expect(messages).toEqual([expect.stringContaining('process 1 of elsewhere, since noon. Waiting up to 1 s')])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
  unlock()
})

it('respects the lock of another machine while it has heartbeats, whatever the clocks say', async () => {
  const folder = makeFolder()
  const file = join(folder, 'lock')
  const text = JSON.stringify({ ...elsewhere, refresh: 1000 })
  writeFileSync(file, text)
  utimesSync(file, 1, 1)
  // Still long ago, but changed.
  const taking = lockFolder(folder, { patience: 60_000, onWait: () => utimesSync(file, 2, 2) })
  await expect(taking).rejects.toThrow('It is running')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('sends heartbeats, and reports when another process has taken the lock', async () => {
  const folder = makeFolder()
  const file = join(folder, 'lock')
  const lost = new Promise<FolderInUseError>((onLost) => {
    void lockFolder(folder, { refresh: 20, onLost }).then((unlock) => {
      utimesSync(file, 1, 1)
      setTimeout(() => {
        expect(statSync(file).mtimeMs).toBeGreaterThan(1000)
        writeFileSync(`${file}.other`, 'of another')
        renameSync(`${file}.other`, file)
        // Unlocking must leave the file of the other process.
        unlocks.push(unlock)
      }, pause)
    })
  })
  const unlocks: (() => void)[] = []
  expect(await lost).toBeInstanceOf(FolderInUseError)
  for (const unlock of unlocks) unlock()
  expect(readFileSync(file, 'utf8')).toBe('of another')
})

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: the disk fails here`), { code })
}

it('retries a failed heartbeat, and keeps the folder', async () => {
  const folder = makeFolder()
  const file = join(folder, 'lock')
  const onLost = vi.fn()
  const unlock = await lockFolder(folder, { refresh: 20, onLost })
  let failures = 0
  interfere('writeFileSync', (path) => {
    if (path !== file || failures === 3) return
    failures++
    throw failure('EIO')
  })
  utimesSync(file, 1, 1)
  await vi.waitFor(() => expect(statSync(file).mtimeMs).toBeGreaterThan(1000), { interval: 5, timeout: 10_000 })
  expect(failures).toBe(3)
  expect(onLost).not.toHaveBeenCalled()
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

it('reports the lock as lost when heartbeats have failed for as long as others wait', async () => {
  const folder = makeFolder()
  const file = join(folder, 'lock')
  let failures = 0
  const lost = await new Promise<{ readonly error: Error; readonly unlock: () => void }>((resolve) => {
    const locking = lockFolder(folder, {
      refresh: 20,
      patience: 200,
      onLost: (error) => void locking.then((unlock) => resolve({ error, unlock })),
    })
    void locking.then(() =>
      interfere('writeFileSync', (path) => {
        if (path !== file) return
        failures++
        throw failure('ENOSPC')
      }),
    )
  })
  expect(lost.error).toBeInstanceOf(FolderInUseError)
  expect(lost.error.message).toContain('ENOSPC: the disk fails here')
  expect(failures).toBeGreaterThan(0)
  lost.unlock()
})

it('releases the folder even if the lock file cannot be removed', async () => {
  const folder = makeFolder()
  const unlock = await lockFolder(folder)
  let isBroken = true
  interfere('rmSync', (path) => {
    if (isBroken && path === join(folder, 'lock')) throw failure('EIO')
  })
  expect(unlock).toThrow('EIO')
  isBroken = false
  expect(readdirSync(folder)).toEqual(['lock'])
  ;(await lockFolder(folder))()
  expect(readdirSync(folder)).toEqual([])
})

it('leaves the lock of another process when it unlocks', async () => {
  const folder = makeFolder()
  const unlock = await lockFolder(folder)
  writeFileSync(join(folder, 'lock'), 'of another')
  unlock()
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe('of another')
})

it('rejects the one of three processes whose lock another one removed as abandoned', async () => {
  const folder = makeFolder()
  const file = join(folder, 'lock')
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), since: '' }))
  const taking = lockFolder(folder)
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain(`"pid":${process.pid},`), { interval: 1 })
  // It has removed the abandoned lock, and has its own. The second one takes that for the abandoned one, and the third
  // is faster to make another.
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
  rmSync(file)
  const third = JSON.stringify({ pid: process.ppid, host: hostname(), since: 'noon' })
  writeFileSync(file, third)
  await expect(taking).rejects.toThrow(`process ${process.ppid} of this machine`)
  expect(readFileSync(file, 'utf8')).toBe(third)
})

it.skipIf(process.platform !== 'linux')('removes the lock files that a crash left behind', async () => {
  const folder = makeFolder()
  const left = await lockFolder(folder)
  const socket = readdirSync(folder).filter((name) => name.endsWith('.socket'))
  expect(socket).toHaveLength(1)
  left()
  expect(readdirSync(folder)).toEqual([])
  const dead = createServer().listen(join(folder, 'bound'))
  await once(dead, 'listening')
  // The file stays, but no process listens.
  renameSync(join(folder, 'bound'), join(folder, socket[0] ?? ''))
  dead.close()
  const unlock = await lockFolder(folder)
  expect(readdirSync(folder)).not.toContain(socket[0])
  unlock()
})

it('rejects others even if the socket of the holder was removed', async () => {
  const folder = makeFolder()
  const unlock = await lockFolder(folder)
  for (const name of readdirSync(folder)) if (name.endsWith('.socket')) rmSync(join(folder, name))
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  unlock()
})

it.skipIf(bootId === undefined)('waits while another process that is taking the folder has a socket', async () => {
  const folder = makeFolder()
  const other = await openLivenessSocket(folder)
  let isTaken = false
  const taking = lockFolder(folder).finally(() => {
    isTaken = true
  })
  await sleep(pause / 4)
  expect(isTaken).toBe(false)
  other?.close()
  const unlock = await taking
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

/**
 * Of three, the fastest has the folder, a slow one has just moved its lock aside, and this process comes last: only the
 * socket is left to see.
 */
it.skipIf(bootId === undefined)(
  'sees a process with a socket and no lock, even without a socket of its own',
  async () => {
    const folder = makeFolder()
    const fastest = await openLivenessSocket(folder)
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    interfere('renameSync', (path) => {
      if (path.endsWith('.socket.new')) rmSync(path)
    })
    await expect(lockFolder(folder)).rejects.toThrow('Other processes take the folder')
    fastest?.close()
    const unlock = await lockFolder(folder)
    expect(readFileSync(join(folder, 'lock'), 'utf8')).not.toContain('"socket"')
    unlock()
    expect(readdirSync(folder)).toEqual([])
  },
)

it('opens another socket if a process removed the first one before it was renamed', async () => {
  const folder = makeFolder()
  let renames = 0
  interfere('renameSync', (path) => {
    if (path.endsWith('.socket.new') && ++renames === 1) rmSync(path)
  })
  const socket = await openLivenessSocket(folder)
  expect(readdirSync(folder)).toEqual(bootId === undefined ? [] : [socket?.name])
  socket?.close()
})

it('gives a folder to at most one of many that take it at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const folder = makeFolder()
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), since: '' }))
    const taken = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)))
    const winners = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(winners.length).toBeLessThanOrEqual(1)
    for (const unlock of winners) unlock()
    const next = await lockFolder(folder)
    next()
    expect(readdirSync(folder)).toEqual([])
  }
})

it('reads the label of a folder, and rejects folders with other or damaged labels', () => {
  const folder = makeFolder()
  const expected = { format: 1, engine: 'pglite', postgres: 18 } as const
  writeFileSync(join(folder, 'lock'), '')
  expect(readLabel(folder, expected, [])).toBe(undefined)
  writeFileSync(join(folder, 'novel.txt'), '')
  expect(() => readLabel(folder, expected, [])).toThrow('novel.txt')
  writeLabel(folder, { ...expected, ready: true })
  expect(readLabel(folder, expected, [])).toEqual({ ...expected, ready: true })
  writeLabel(folder, { ...expected, postgres: 17, ready: true })
  expect(() => readLabel(folder, expected, [])).toThrow(WrongFolderError)
  expect(() => readLabel(folder, expected, [])).toThrow('by pglite with PostgreSQL 17')
  writeFileSync(join(folder, 'carebench.json'), '[')
  expect(() => readLabel(folder, expected, [])).toThrow(WrongFolderError)
})
