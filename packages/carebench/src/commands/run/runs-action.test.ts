import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeRunFolder } from '../../testing/make-run-folder.js'
import { runInProcess } from '../../testing/run-in-process.js'

const harm = '\u001b[2J\u009b31m\u202e'

it('prints no control characters from a folder', async () => {
  const folder = makeRunFolder({ agents: { mine: { A: 'p' } } })
  const file = join(folder, 'trials/mine/a-559aea/t01/result.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), isolation: harm }))
  const [line = ''] = readFileSync(join(folder, 'index.jsonl'), 'utf8').split('\n')
  appendFileSync(join(folder, 'index.jsonl'), `${JSON.stringify({ ...JSON.parse(line), ended: harm })}\n`)
  for (const action of ['show', 'watch']) {
    const { code, out, err } = await runInProcess(['run', action, folder])
    expect([action, code, err]).toEqual([action, 0, ''])
    expect(out).toContain('\ufffd[2J')
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  }
  appendFileSync(join(folder, 'index.jsonl'), 'null\n')
  const { code, err } = await runInProcess(['run', 'watch', folder])
  expect([code, err]).toEqual([2, expect.stringContaining('index.jsonl must hold one JSON object per line')])
})
