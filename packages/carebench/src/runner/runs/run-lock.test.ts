import { expect, it } from 'vitest'
import { mergeLocks, readLock } from './run-lock.js'

it('names the changed files of an agent in words, and other changes by their place', () => {
  const lockWith = (files: Readonly<Record<string, string>>, seed: number | null) => {
    const identity = { files_sha256: files }
    const agent = { name: 'mine', kind: 'command', identity, isolation: 'none', run: () => Promise.reject() } as const
    return readLock({ benchmark: 'a@1', benchmarkDigest: 'd', scored: true, seed, agents: [agent], limits: {} })
  }
  const before = lockWith({ 'bin/agent.py': 'aa', 'old~.py': 'bb' }, null)
  expect(() => mergeLocks(before, lockWith({ 'bin/agent.py': 'cc', 'new.py': 'dd' }, 1))).toThrow(
    [
      'The folder holds results of another benchmark or agent:',
      '/seed: was null, is 1',
      'the file bin/agent.py of the agent mine has changed',
      'the file old~.py of the agent mine is gone',
      'the file new.py of the agent mine is new',
    ].join('\n'),
  )
})
