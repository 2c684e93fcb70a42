import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTrialRecord } from '../testing/make-records.js'
import { makeRunFolder } from '../testing/make-run-folder.js'
import { recordsIn } from './results-folder.js'

it('lists the records that the runner wrote, not those that an agent left in its own folder', () => {
  const folder = makeRunFolder({ agents: { good: { A: 'p' }, bad: { A: 'f' } }, records: makeTrialRecord })
  const forged = join(folder, 'trials/bad/a-559aea/t01/attempt-1/agent')
  mkdirSync(forged)
  cpSync(join(folder, 'trials/good/a-559aea/t01'), join(forged, 't01'), { recursive: true })
  expect(recordsIn(folder)).toEqual([
    { agent: 'good', file: join(folder, 'trials/good/a-559aea/t01/attempt-1/record.json.gz') },
    { agent: 'bad', file: join(folder, 'trials/bad/a-559aea/t01/attempt-1/record.json.gz') },
  ])
})
