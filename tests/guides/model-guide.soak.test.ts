import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@carebench/protocol'
import { expect, it, onTestFinished } from 'vitest'
import { type ModelScript, startModelServer } from '../../packages/carebench/src/testing/model-server.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { readBlocks } from './shell-walk.js'

const block = readBlocks('docs/guides/evaluating-a-model.md')

const form = {
  patient_name: 'Marisol Quintero',
  patient_dob: '1974-08-19',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  provider_npi: '9900010031',
  service_date: '2026-03-17',
  urgency: 'standard',
}

/** A model that finds the patient and her coverage, files the request with what it has read, and submits. */
const solve: ModelScript = ({ turn, results, tools }) => {
  const says = (name: string, args: JsonObject) => ({ calls: [{ name, arguments: args }] })
  const read = (pattern: RegExp) => pattern.exec(results.join())?.[1] ?? 'unknown'
  if (tools.includes('ready')) return says('ready', {})
  if (turn === 0) return says('fhir_search_type', { type: 'Patient', query: { identifier: 'MRN90020002' } })
  if (turn === 1) {
    return says('fhir_search_type', {
      type: 'Coverage',
      query: { patient: read(/"id": ?"(pat-\d+)"/), status: 'active' },
    })
  }
  if (turn > 2) return says('submit', {})
  return says('portal_submit_prior_auth', { body: { ...form, patient_member_id: read(/"subscriberId": ?"(\w+)"/) } })
}

/** Returns the arguments of the command in a block, with some values replaced. */
function commandIn(info: string, instead: Readonly<Record<string, string>>): string[] {
  const words = Array.from(
    block(info)
      .replaceAll('\\\n', ' ')
      .matchAll(/"([^"]*)"|\S+/g),
    ([word, quoted]) => quoted ?? word,
  )
  expect(words.slice(0, 2)).toEqual(['npx', 'carebench'])
  return words.slice(2).map((word) => instead[word] ?? word)
}

it('the commands of the guide evaluate a model, and replay what it did', async () => {
  const server = await startModelServer(solve)
  const folder = mkdtempSync(join(tmpdir(), 'carebench-model-guide-'))
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const [first, replayed] = [join(folder, 'first'), join(folder, 'replayed')]
  const instead = { 'http://127.0.0.1:8000/v1': `${server.url}/v1`, 'runs/first': first, 'runs/replayed': replayed }
  const environment = { LOCAL_API_KEY: 'key-of-the-guide' }
  const run = await runInProcess(commandIn('sh run', instead), { environment })
  expect(run.code, run.err).toBe(0)
  expect(trimmed(run.out)).toContain(trimmed(block('text')))
  const { length } = server.requests
  // One request before the first trial, and four in each.
  expect(length).toBe(13)
  expect(server.requests[0]?.headers.authorization).toBe('Bearer key-of-the-guide')
  for (const file of readdirSync(first, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.jsonl?$/.test(name),
  )) {
    expect(readFileSync(join(first, file), 'utf8'), file).not.toContain('key-of-the-guide')
  }

  const trajectory = readFileSync(join(first, findFile(first, /t01.*trajectory\.json$/)), 'utf8')
  expect(Array.from(trajectory.matchAll(/"log_seq":\s*(\d+)/g), ([, seq]) => seq)).toEqual(['1', '2', '3'])

  const file = join(folder, 'replay.run.json')
  writeFileSync(file, block('json replay').replace('runs/first', first))
  const again = await runInProcess(commandIn('sh replay', { ...instead, 'replay.run.json': file }), { environment })
  expect(again.code, again.err).toBe(0)
  expect(again.out).toMatch(/^replay +1 of 1/m)
  expect(server.requests).toHaveLength(length)
})

function findFile(folder: string, pattern: RegExp): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => pattern.test(name)) ?? 'none'
}

/** Without spaces at the ends of lines, which tables have. */
function trimmed(text: string): string {
  return text.replaceAll(/ +$/gm, '')
}
