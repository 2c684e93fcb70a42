import type { JsonObject, Steps } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { configuredMembers } from '../../membership/configured-members.js'
import { openDirectory } from './member-directory.js'

it('asks a payer about each number in its steps, and once whether it has any rows', () => {
  const asked: (string | undefined)[] = []
  function* lookUp(memberId: string | undefined): Steps<readonly JsonObject[]> {
    asked.push(memberId)
    yield
    return []
  }
  const directory = openDirectory(configuredMembers([], ''), undefined, lookUp, {
    day: '2026-01-01',
    organization: undefined,
  })
  const steps = ['A', 'B', 'A', 'C'].map((memberId) => [...directory.ofMember(memberId)].length)
  expect(asked).toEqual(['A', undefined, 'B', 'C'])
  expect(steps).toEqual([2, 1, 0, 1])
})
