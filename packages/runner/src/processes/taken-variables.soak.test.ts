import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const program = `
import { readFileSync } from 'node:fs'
import { takeVariables } from ${JSON.stringify(new URL('./taken-variables.ts', import.meta.url).href)}
const taken = takeVariables(['SECRET_ONE', 'SECRET_TWO', 'ABSENT'])
const left = process.platform === 'linux' ? readFileSync('/proc/self/environ', 'latin1') : ''
console.log(JSON.stringify({ taken, env: process.env, left: left.split('\\0') }))
`

it('are gone from the environment, and from where other processes read it', () => {
  const env = {
    PATH: process.env.PATH,
    SECRET_ONE: 'first secret=1',
    KEPT: 'kept',
    SECRET_TWO: '',
    SECRET_TWOS: 'also kept',
  }
  const ran = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    env,
    encoding: 'utf8',
    cwd: new URL('../../../../examples/run-an-agent', import.meta.url),
  })
  expect(ran.stderr).toBe('')
  const { taken, env: after, left } = JSON.parse(ran.stdout)
  expect(taken).toEqual({ SECRET_ONE: 'first secret=1', SECRET_TWO: '' })
  expect(after).toMatchObject({ KEPT: 'kept', SECRET_TWOS: 'also kept' })
  expect(Object.keys(after)).not.toContain('SECRET_ONE')
  expect(JSON.stringify(left)).not.toContain('first')
  if (process.platform === 'linux') expect(left).toContain('KEPT=kept')
})
