import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../../testing/run-in-process.js'

it('shows the calls and changes of a task that flipped side by side', async () => {
  const place = mkdtempSync(join(tmpdir(), 'carebench-pairs-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const at = (name: string) => join(place, name)
  const run = (agent: string, folder: string) =>
    runInProcess(['run', 'prior-auth', '--agent', `mine=${agent}`, '--limit', '1', '--no-pages', '--folder', folder])
  await run('good', at('before'))
  await run('careless', at('after'))

  const { code, err } = await runInProcess(['compare', at('before'), at('after'), '--pages', at('pages')])
  expect([code, err]).toEqual([0, `Pages: ${join(at('pages'), 'index.html')}\n`])
  const index = readFileSync(join(at('pages'), 'index.html'), 'utf8')
  expect(index).toContain('<a href="pair-1.html">Request the ordered MRI</a>')
  expect(index).toContain('1 of 1 passed, now 0 of 1. This may be luck: with an unchanged agent, 50 %')
  const pair = readFileSync(join(at('pages'), 'pair-1.html'), 'utf8')
  expect(pair).toMatch(/<tr class="pair-same">.*<tr class="pair-alone">/s)
  expect(pair).toContain('mine, trial 1')
  expect(pair.match(/portal\.prior_auth_requests/g)).toHaveLength(2)

  await runInProcess(['compare', at('before'), at('before'), '--pages', at('none')])
  expect(readdirSync(at('none')).sort()).toEqual(['index.html', 'report.css'])
  const none = readFileSync(join(at('none'), 'index.html'), 'utf8')
  expect(none).toMatch(
    /No task flipped: .*<th scope="row">Request the ordered MRI<\/th><td>1 of 1 passed, now 1 of 1\./s,
  )
})
