import fs, { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { StoreUnavailableError } from '../../store.js'
import { makeEntry } from '../testing/note.js'
import { EmbeddedEngine } from './embedded-engine.js'
import { openEmbeddedStore } from './embedded-store.js'

/** Fakes a disk that can be filled up and freed: the preloaded module of the database's thread checks for a file. */
function fakeDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-full-'))
  const full = join(folder, 'full')
  const refused = join(folder, 'refused')
  const preload = join(folder, 'preload.cjs')
  writeFileSync(
    preload,
    `const fs = require('node:fs')
    const { writeSync } = fs
    fs.writeSync = (...args) => {
      if (!fs.existsSync(${JSON.stringify(full)})) return writeSync(...args)
      fs.appendFileSync(${JSON.stringify(refused)}, 'x')
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
    }
    require('node:module').syncBuiltinESMExports()`,
  )
  vi.stubEnv('NODE_OPTIONS', `--require ${preload}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    fill: () => writeFileSync(full, ''),
    clear: () => rmSync(full),
    refusals: () => (existsSync(refused) ? statSync(refused).size : 0),
  }
}

function nextAttempt(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1100))
}

it.each([
  ['a table cannot grow', 'x'.repeat(2 ** 20)],
  ['the write-ahead log cannot be written, which ends the database', 'x'],
])('if %s, rejects the call, and works again once there is space', async (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const disk = fakeDisk()
  const store = await openEmbeddedStore(folder)
  const append = (seq: number) => store.log.append('one', seq, [makeEntry(seq, 'wait', text)], `${seq}`)
  expect(await append(1)).toEqual({ ok: true })

  disk.fill()
  await expect(append(2)).rejects.toThrow(StoreUnavailableError)
  expect(disk.refusals()).toBeGreaterThan(0)
  // None of these hangs, whether it succeeds or not.
  for (let again = 0; again < 3; again++) {
    await append(2).catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnavailableError))
  }
  disk.clear()
  await nextAttempt()
  expect(await store.log.head('one')).toEqual({ nextSeq: 2, sealed: false })
  expect(await append(2)).toEqual({ ok: true })

  disk.fill()
  await append(3).catch(() => undefined)
  // It may have to be closed while the disk is full.
  await store.close()
  disk.clear()
  const reopened = await openEmbeddedStore(folder)
  const entries = await reopened.log.read('one')
  expect(entries.slice(0, 2)).toEqual([1, 2].map((seq) => makeEntry(seq, 'wait', text)))
  expect(entries.length).toBeLessThanOrEqual(3)
  await reopened.close()
})

it('closes a new folder that cannot be labelled as complete before releasing its lock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-disk-'))
  const creating = vi.spyOn(EmbeddedEngine, 'open')
  const { renameSync } = fs
  let labels = 0
  fs.renameSync = (from, to) => {
    if (String(to).endsWith('carebench.json') && ++labels === 2)
      throw new Error('ENOSPC: no space left on device, rename')
    renameSync(from, to)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    fs.renameSync = renameSync
    syncBuiltinESMExports()
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })
  await expect(openEmbeddedStore(folder)).rejects.toThrow('ENOSPC')
  expect(creating).toHaveBeenCalledOnce()
  const database: EmbeddedEngine = await creating.mock.results[0]?.value
  expect(database.isClosed).toBe(true)
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})
