import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeReport } from '../../docs/.vitepress/report.js'

it('the site has a report of agents that work correctly, carelessly and not at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-docs-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await writeReport(folder)
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const agent of ['good', 'careless', 'idle']) expect(page).toContain(agent)
  expect(page).toContain('trials/careless/')
})
