import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEmbeddedStore } from './embedded-store.js'
import { writeLabel } from './folder-label.js'
import { WrongFolderError } from './wrong-folder-error.js'

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'carebench-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

/** Creates a folder whose label says that its database is complete. */
function makeLabelled(): string {
  const folder = makeRoot()
  writeLabel(folder, { format: 1, engine: 'pglite', postgres: 18, ready: true })
  return folder
}

it('rejects paths that cannot be folders', async () => {
  const root = makeRoot()
  writeFileSync(join(root, 'file'), '')
  await expect(openEmbeddedStore(join(root, 'file'))).rejects.toThrow(WrongFolderError)
  await expect(openEmbeddedStore(join(root, 'file/below'))).rejects.toThrow('ENOTDIR')
  await expect(openEmbeddedStore(join(root, 'a'.repeat(300)))).rejects.toThrow('ENAMETOOLONG')
})

// With `recursive`, `mkdir` of Node never returns for this path.
it.skipIf(process.platform !== 'linux')('rejects a path below /proc, where no folder can be created', async () => {
  await expect(openEmbeddedStore('/proc/carebench/data')).rejects.toThrow('ENOENT')
})

it('rejects a folder whose database is gone, and creates no new one', async () => {
  const folder = makeLabelled()
  await expect(openEmbeddedStore(folder)).rejects.toThrow(/is missing or incomplete/)
  expect(existsSync(join(folder, 'database'))).toBe(false)
  writeFileSync(join(folder, 'database'), '')
  await expect(openEmbeddedStore(folder)).rejects.toThrow(WrongFolderError)
  rmSync(join(folder, 'database'))
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '17\n')
  await expect(openEmbeddedStore(folder)).rejects.toThrow(/it has "17" in PG_VERSION/)
  // The failed calls have released the lock.
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

it.skipIf(process.platform === 'win32').each(['carebench.json', 'lock'])(
  'rejects a pipe as %s without waiting for it',
  async (name) => {
    const folder = makeLabelled()
    rmSync(join(folder, name), { force: true })
    execFileSync('mkfifo', [join(folder, name)])
    await expect(openEmbeddedStore(folder)).rejects.toThrow(/Expected a file at .*, found a folder, a pipe or a device/)
  },
)

it('reports a damaged label', async () => {
  const folder = makeLabelled()
  writeFileSync(join(folder, 'carebench.json'), '{')
  await expect(openEmbeddedStore(folder)).rejects.toThrow(/carebench\.json is damaged/)
})
