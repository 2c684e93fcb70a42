import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { resolveCommand } from './command-files.js'

function makeBase(): string {
  const base = mkdtempSync(join(tmpdir(), 'carebench-files-'))
  onTestFinished(() => rmSync(base, { recursive: true }))
  mkdirSync(join(base, 'lib'))
  return base
}

/** Commands that name a file in every supported way. */
const namings: readonly ((file: string) => [string, ...string[]])[] = [
  (file) => ['python3', file],
  (file) => ['/usr/bin/env', 'python3', '-u', file],
  (file) => ['agent', `--config=${file}`],
  (file) => ['agent', '-c', file],
  (file) => ['agent', `config=${file}`],
  (file) => [file.includes('/') ? file : `./${file}`, '--fast'],
]

it('changes with the content of a file, however a command names it', () => {
  const base = makeBase()
  fc.assert(
    fc.property(
      fc.constantFrom(...namings),
      fc.constantFrom('agent.py', 'a=b.py', 'lib/agent.py', 'with blank.py'),
      fc.boolean(),
      fc.uint8Array({ maxLength: 20 }),
      fc.uint8Array({ maxLength: 20 }),
      (name, file, isAbsolute, before, after) => {
        const path = join(base, file)
        const command = name(isAbsolute ? path : file)
        const resolveWith = (content: Uint8Array) => {
          writeFileSync(path, content)
          return resolveCommand(command, base)
        }
        const [was, is] = [resolveWith(before), resolveWith(after)]
        expect(was.digests).toEqual(resolveWith(before).digests)
        expect(Object.values(is.digests)).toHaveLength(1)
        expect(Buffer.compare(before, after) === 0).toBe(JSON.stringify(was.digests) === JSON.stringify(is.digests))
        // The program is started in another folder.
        expect(is.command.join(' ')).toContain(path)
        expect(is.files).toContain(path)
      },
    ),
  )
})

it('hashes scripts in any folder, but not interpreters', () => {
  const base = makeBase()
  const script = join(base, 'python3')
  writeFileSync(script, '#!/bin/sh\n')
  chmodSync(script, 0o700)
  expect(Object.keys(resolveCommand([script], base).digests)).toEqual([script])
  expect(resolveCommand([process.execPath, '-e', '0'], base).digests).toEqual({})
  expect(resolveCommand(['/bin/sh', '-c', 'exit', '--log=', '{home}'], base)).toMatchObject({
    command: ['/bin/sh', '-c', 'exit', '--log=', '{home}'],
    digests: {},
  })
})
