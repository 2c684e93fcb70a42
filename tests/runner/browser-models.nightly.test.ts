import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findBrowser } from '../../packages/carebench/src/runner/browser/playwright-mcp.js'
import { createModelAgent, type ModelAgentOptions } from '../../packages/carebench/src/runner/models/model-agent.js'
import { openModel } from '../../packages/carebench/src/runner/models/providers/provider.js'
import type { TrialResult } from '../../packages/carebench/src/runner/results/trial-result.js'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { type ModelScript, providerUrl, startModelServer } from '../../packages/carebench/src/testing/model-server.js'
import { scriptedPace } from '../../packages/carebench/src/testing/scripted-pace.js'
import { chromium } from '../chromium.js'
import { createRunnerTestbed, type RunnerTestbed } from './runner-testbed.js'

describe.skipIf(chromium.program === undefined)(`a model in a browser${chromium.missing}`, () => {
  let testbed: RunnerTestbed
  beforeAll(async () => {
    testbed = await createRunnerTestbed()
  })

  async function runOne(script: ModelScript, options: Partial<ModelAgentOptions> = {}) {
    const server = await startModelServer(script)
    onTestFinished(server.close)
    const model = await openModel({
      provider: 'local',
      model: 'm-1',
      apiKey: 'k',
      baseUrl: providerUrl(server, 'local'),
    })
    const browser = findBrowser({ ...process.env, CAREBENCH_CHROMIUM: chromium.program })
    const agent = createModelAgent({
      name: 'model',
      pace: scriptedPace(),
      model,
      surface: 'browser',
      browser,
      ...options,
    })
    const given = testbed.options([agent])
    await runTrials({ ...given, tasks: ['City'], infrastructureRetries: 0, seed: 7, limits: { toolErrors: 50 } })
    const trials = join(given.folder, 'trials/model')
    const folder = join(trials, readdirSync(trials)[0] ?? '', 't01/attempt-1')
    const result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as TrialResult
    return { result, folder, server }
  }

  it('does a task with nothing but the pages', async () => {
    const { result, folder, server } = await runOne(byPages)
    expect(result).toMatchObject({ verdict: 'pass', surface: 'browser', ended: { kind: 'completed', reason: 'done' } })
    // The browser has ended with the trial.
    expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap')
    const [first] = server.requests
    expect(first?.tools).toEqual(expect.arrayContaining(['browser_click', 'browser_snapshot', 'give_up']))
    // There is no tool that runs code of the model, and none that bypasses the pages.
    expect(first?.tools.filter((name) => /evaluate|run_code|submit|fhir|request/.test(name))).toEqual([])
    // The trajectory links each act to the entries of the log that it caused.
    const trajectory = readFileSync(join(folder, 'trajectory.json'), 'utf8')
    expect(trajectory).toMatch(/"log_seq": \d+/)
  })

  it('gets screenshots, which the folder of the trial keeps', async () => {
    const { result, folder } = await runOne(byPages, { observe: 'both' })
    expect(result.verdict).toBe('pass')
    const pictures = readdirSync(join(folder, 'agent/pictures'))
    expect(pictures.length).toBeGreaterThan(2)
    const bytes = readFileSync(join(folder, 'agent/pictures', pictures[0] ?? ''))
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    const trajectory = JSON.parse(readFileSync(join(folder, 'trajectory.json'), 'utf8'))
    expect(JSON.stringify(trajectory)).toContain('"pictures":["pictures/001.jpeg"]')
  })

  it('works with screenshots and coordinates alone', async () => {
    const { result, server } = await runOne(
      ({ turn }) => {
        if (turn === 0) return { calls: [{ name: 'browser_mouse_click_xy', arguments: { x: 5, y: 5 } }] }
        if (turn === 1) return { calls: [{ name: 'browser_type_text', arguments: { text: 'x' } }] }
        return { calls: [{ name: 'give_up', arguments: {} }] }
      },
      { observe: 'screenshot' },
    )
    expect(result).toMatchObject({ ended: { reason: 'gave_up' }, counts: { tool_errors: 0 } })
    expect(server.requests[0]?.tools).not.toContain('browser_snapshot')
    expect(server.requests[2]?.results.join(' ')).not.toContain('ref=e')
  })

  it('reaches nothing but the workstation', async () => {
    const reached: string[] = []
    const elsewhere = createServer(({ url = '' }, response) => {
      reached.push(url)
      response.end('<title>Elsewhere</title>')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void elsewhere.close())
    const { port } = elsewhere.address() as AddressInfo
    const places = [
      `http://127.0.0.1:${port}/a`,
      `http://localhost:${port}/b`,
      `http://[::1]:${port}/c`,
      'https://example.com/',
      'file:///etc/passwd',
      'view-source:file:///etc/passwd',
      'chrome://version',
      `data:text/html,<title>Elsewhere</title><img src=http://127.0.0.1:${port}/d><iframe ` +
        `src=http://127.0.0.1:${port}/e></iframe>`,
      `javascript:void fetch('http://127.0.0.1:${port}/f',{mode:'no-cors'})`,
    ]
    const seen: string[] = []
    const { result } = await runOne(({ turn, results }) => {
      seen.push(...results)
      const url = places[turn]
      if (url !== undefined) {
        return {
          calls: [
            { name: 'browser_navigate', arguments: { url } },
            { name: 'browser_tabs', arguments: { action: 'new', url } },
          ],
        }
      }
      return turn === places.length
        ? { calls: [{ name: 'browser_file_upload', arguments: { paths: ['/etc/passwd'] } }] }
        : { calls: [{ name: 'give_up', arguments: {} }] }
    })
    expect(result.ended).toMatchObject({ kind: 'completed', reason: 'gave_up' })
    expect(result.counts.invalid_tool_calls).toBe(2 * places.length + 1)
    expect(reached).toEqual([])
    expect(seen.join('\n')).not.toMatch(/root:|Example Domain|Command Line|Elsewhere/)
    expect(seen.at(-1)).toContain('is not among the downloads of this browser')
  })
})

/** Finds the patient of the testbed by the date of birth, reads the city, and submits it. */
const byPages: ModelScript = ({ turn, results }) => {
  const page = results[0] ?? ''
  const at = (line: RegExp) => /\[ref=(\w+)\]/.exec(line.exec(page)?.[0] ?? '')?.[1] ?? ''
  const click = (line: RegExp) => ({ calls: [{ name: 'browser_click', arguments: { target: at(line) } }] })
  const type = (line: RegExp, text: string) => ({
    calls: [{ name: 'browser_type', arguments: { target: at(line), text } }],
  })
  const steps = [
    () => ({ calls: [{ name: 'browser_snapshot', arguments: {} }] }),
    () => click(/link "Chart".*/),
    () => type(/textbox "Date of birth".*/, '1956-03-09'),
    () => click(/button "Show".*/),
    () => click(/link "(?!Skip|Task|Chart|In-basket|Schedule|Submit|Find a patient|Practitioners|Actions).*/),
    () => click(/link "Submit".*/),
    () => type(/textbox "Output as JSON.*/, '{"city":"Duluth"}'),
    () => click(/button "Review".*/),
    () => click(/button "Submit the task".*/),
  ]
  return steps[turn]?.() ?? { calls: [{ name: 'give_up', arguments: {} }] }
}
