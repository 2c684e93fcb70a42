import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** A module of this folder, as an import names it. */
function source(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href)
}

/** Takes its keys, as `carebench run` does, and starts an agent that searches for them wherever its user has access. */
const program = `
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCommandAgent } from ${source('./command-agent.ts')}
import { takeVariables } from ${source('./taken-variables.ts')}
const taken = takeVariables(['SECRET_ONE', 'SECRET_TWO', 'ABSENT'])
const linux = process.platform === 'linux'
const left = linux ? readFileSync('/proc/self/environ', 'latin1').split('\\0') : []
const look = 'env; for file in /proc/$PPID/environ /proc/$PPID/cmdline; do tr "\\\\0" "\\\\n" < $file; done; ls -l \
/proc/$PPID/cwd /proc/self/fd; find . -type f -exec cat {} +'
const agent = createCommandAgent({ name: 'hostile', command: ['/bin/sh', '-c', look] })
const folder = mkdtempSync(join(tmpdir(), 'carebench-kept-'))
const never = new AbortController().signal
const end = await agent.run({
  id: 'trial', task: { name: 'Look', item: null }, baseUrl: 'http://127.0.0.1:9', token: 'token-of-the-trial', \
endpoints: {},
  mcpUrl: '', workstationUrl: '', limits: {}, deadlineAt: '', seed: 1, signal: never, submitted: never, \
connected: never, folder, note() {},
})
const seen = readFileSync(folder + '/stdout.txt', 'utf8')
rmSync(folder, { recursive: true })
console.log(JSON.stringify({ taken, env: process.env, left, ended: end.ended, seen }))
`

it('keys are removed from the environment, and from where agents of the same user could read them', () => {
  const env = {
    PATH: process.env.PATH,
    SECRET_ONE: 'first secret=1',
    KEPT: 'kept',
    SECRET_TWO: '',
    SECRET_TWOS: 'also kept',
  }
  const options = ['--conditions=@carebench/source', '--import', 'tsx', '--input-type=module', '-e', program]
  const ran = spawnSync(process.execPath, options, {
    env,
    encoding: 'utf8',
    // The example has the loader of TypeScript.
    cwd: new URL('../../../../../examples/run-an-agent', import.meta.url),
  })
  expect(ran.stderr).toBe('')
  const { taken, env: after, left, ended, seen } = JSON.parse(ran.stdout)
  expect(taken).toEqual({ SECRET_ONE: 'first secret=1', SECRET_TWO: '' })
  expect(after).toMatchObject({ KEPT: 'kept', SECRET_TWOS: 'also kept' })
  expect(Object.keys(after)).not.toContain('SECRET_ONE')
  expect(ended).toMatchObject({ kind: 'completed' })
  for (const text of [JSON.stringify(left), seen]) expect(text).not.toContain('first')
  if (process.platform !== 'linux') return
  expect(left).toContain('KEPT=kept')
  // The agent has searched in the right place.
  expect(seen).toContain('SECRET_ONE=**************\n')
})
