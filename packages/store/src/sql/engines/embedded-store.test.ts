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

/** A folder that says that it has a database. */
function makeLabelled(): string {
  const folder = makeRoot()
  writeLabel(folder, { format: 1, engine: 'pglite', postgres: 18, ready: true })
  return folder
}

it('places that can be no folder are refused', async () => {
  const root = makeRoot()
  writeFileSync(join(root, 'file'), '')
  await expect(openEmbeddedStore(join(root, 'file'))).rejects.toThrow(WrongFolderError)
  await expect(openEmbeddedStore(join(root, 'file/below'))).rejects.toThrow('ENOTDIR')
  await expect(openEmbeddedStore(join(root, 'a'.repeat(300)))).rejects.toThrow('ENAMETOOLONG')
})

// With `recursive`, Node itself never returns from it.
it.skipIf(process.platform !== 'linux')('a place where no folder can be created at all is refused', async () => {
  await expect(openEmbeddedStore('/proc/carebench/data')).rejects.toThrow('ENOENT')
})

it('a folder whose database is gone is refused, and not begun anew', async () => {
  const folder = makeLabelled()
  await expect(openEmbeddedStore(folder)).rejects.toThrow(/is missing or incomplete/)
  expect(existsSync(join(folder, 'database'))).toBe(false)
  writeFileSync(join(folder, 'database'), '')
  await expect(openEmbeddedStore(folder)).rejects.toThrow(WrongFolderError)
  rmSync(join(folder, 'database'))
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '17\n')
  await expect(openEmbeddedStore(folder)).rejects.toThrow(/and has "17" in PG_VERSION/)
  // None of them has left a lock.
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

it.skipIf(process.platform === 'win32').each(['carebench.json', 'lock'])(
  'a pipe as %s is not waited for',
  async (name) => {
    const folder = makeLabelled()
    rmSync(join(folder, name), { force: true })
    execFileSync('mkfifo', [join(folder, name)])
    await expect(openEmbeddedStore(folder)).rejects.toThrow(/must be a file, and is a folder, a pipe or a device/)
  },
)

it('rejects a damaged label as such', async () => {
  const folder = makeLabelled()
  writeFileSync(join(folder, 'carebench.json'), '{')
  await expect(openEmbeddedStore(folder)).rejects.toThrow(/it is damaged/)
})
