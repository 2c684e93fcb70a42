import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { JsonObject } from '@carebench/protocol'
import { attestationText, type DifferencesRecord, type RecordAttestation, sealRecord } from '@carebench/verifier'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTrials } from '../../packages/carebench/src/runner/runs/run-trials.js'
import { createRecordSigner } from '../../packages/carebench/src/serving/record-key.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { answerFromChart, createRunnerTestbed, makeAgent, newFolder } from '../runner/runner-testbed.js'

const signer = createRecordSigner()

/** A results folder with signed records of two agents: two trials at each of two tasks. Each test copies it. */
let results: string
let keyFile: string

beforeAll(async () => {
  const { options, published } = await createRunnerTestbed({ recordSigner: signer })
  // One agent is always right, the other one never knows the city.
  const right = makeAgent('right', answerFromChart)
  const half = makeAgent('half', async (trial) => (trial.task.name === 'City' ? { city: '?' } : answerFromChart(trial)))
  results = mkdtempSync(join(tmpdir(), 'carebench-leaderboard-'))
  const run = options([right, half], results)
  const version = { benchmarkId: published.benchmark_id, number: published.version }
  const benchmark = { ...run.benchmark, digest: published.digest ?? '', version }
  await runTrials({ ...run, benchmark, trials: 2 })
  keyFile = join(results, 'keys.json')
  writeFileSync(keyFile, JSON.stringify({ keys: [signer.publicKey] }))
  return () => rmSync(results, { recursive: true, force: true })
})

describe('a leaderboard', () => {
  it('shows the seed that the run was started with', async () => {
    const folder = copyOfResults()
    const add = async (file: string) => {
      const command = ['leaderboard', 'add', join(folder, file), folder, '--key', keyFile, '--agent', 'half', '--json']
      return JSON.parse((await runInProcess(command)).out).entry.claimed.seed
    }
    expect(await add('drawn.json')).toBe(undefined)
    editJson(join(folder, 'lock.json'), (lock) => ({ ...lock, seed: 7 }))
    expect(await add('chosen.json')).toBe(7)
  })

  it('accepts results that their records prove, sorts them, the best first, and verifies them', async () => {
    const folder = copyOfResults()
    const file = join(folder, 'leaderboard.json')
    const half = await runInProcess(['leaderboard', 'add', file, folder, '--key', keyFile, '--agent', 'half'])
    expect([half.code, half.err, half.out]).toEqual([0, '', 'half has place 1 of 1\n'])
    const right = await runInProcess([
      'leaderboard',
      'add',
      file,
      folder,
      '--key',
      keyFile,
      '--agent',
      'right',
      '--json',
    ])
    expect(JSON.parse(right.out)).toMatchObject({ ok: true, place: 1, entry: { passed: 4, scored: 4, coverage: 1 } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      version: 1,
      benchmark: { name: 'questions', version: 1, tasks: 2 },
      entries: [
        { agent: 'right', bounds: { low: 1, high: 1 }, keys: [signer.key] },
        { agent: 'half', bounds: { low: 0.5, high: 0.5 } },
      ],
    })
    for (const agent of ['right', 'half']) {
      const { code, out } = await runInProcess([
        'leaderboard',
        'verify',
        file,
        folder,
        '--key',
        keyFile,
        '--agent',
        agent,
      ])
      expect([code, out]).toEqual([0, expect.stringMatching(/^proven: /)])
    }
    const written = readFileSync(file, 'utf8')
    editJson(file, (board) => ({ ...board, entries: (board.entries as readonly JsonObject[]).toReversed() }))
    const moved = await runInProcess(['leaderboard', 'verify', file, folder, '--key', keyFile, '--agent', 'half'])
    expect([moved.code, moved.err]).toEqual([1, expect.stringContaining('not in the order of their places')])
    editJson(file, (board) => ({ ...board, entries: [{ agent: 'half', runs: [{}] }] }))
    const broken = await runInProcess(['leaderboard', 'show', file])
    expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('is not a leaderboard')])
    writeFileSync(file, written)
    editJson(file, (board) => ({ ...board, benchmark: { ...(board.benchmark as JsonObject), version: '\u001b[2J' } }))
    const escaping = await runInProcess(['leaderboard', 'show', file])
    expect([escaping.code, escaping.out]).toEqual([2, ''])
    writeFileSync(file, written)
    const again = await add(folder, file)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('has an entry of right; remove it first')])
    expect((await runInProcess(['leaderboard', 'show', file])).out).toMatch(/^1 +right +100 % to 100 %.*\n2 +half/m)
  })

  it('finds a forged figure of an entry', async () => {
    const folder = copyOfResults()
    const file = join(folder, 'leaderboard.json')
    await runInProcess(['leaderboard', 'add', file, folder, '--key', keyFile, '--agent', 'half'])
    writeFileSync(file, readFileSync(file, 'utf8').replace('"passed": 2', '"passed": 4'))
    const verified = await runInProcess(['leaderboard', 'verify', file, folder, '--key', keyFile, '--agent', 'half'])
    expect([verified.code, verified.err]).toEqual([1, expect.stringContaining('passed is not what the records prove')])
  })

  it('rejects the same records for another agent', async () => {
    const folder = copyOfResults()
    const file = join(folder, 'leaderboard.json')
    await add(folder, file)
    const other = copyOfResults()
    rename(other, 'right', 'better')
    const { code, err } = await runInProcess(['leaderboard', 'add', file, other, '--key', keyFile, '--agent', 'better'])
    expect([code, err]).toEqual([1, expect.stringContaining('a trial of right has the same record')])
  })

  it('rejects an invalid key, and a private key', async () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    for (const text of ['nothing', pem, '{"kty": "RSA"}']) {
      const key = join(newFolder(), 'key')
      writeFileSync(key, text)
      const { code, err } = await runInProcess([
        'leaderboard',
        'add',
        'x.json',
        results,
        '--key',
        key,
        '--agent',
        'right',
      ])
      expect([code, err]).toEqual([2, expect.stringContaining('must contain the public Ed25519 key of the server')])
    }
  })
})

describe('an attacker', () => {
  it.each<readonly [what: string, attack: (folder: string) => void, message: string]>([
    [
      'forges a verdict',
      (folder) => editJson(resultFile(folder, 'City', 1), (result) => ({ ...result, verdict: 'pass', score: 1 })),
      'City, trial 1: result.json says pass with the score 1, the record fail with 0',
    ],
    [
      'drops a trial',
      (folder) => rmSync(resultFile(folder, 'City', 1)),
      'only 3 of 4 trials are scored; at least 95 %',
    ],
    [
      'drops a trial of each task, and plans one less',
      (folder) => {
        for (const task of tasks) rmSync(dirname(resultFile(folder, task, 2)), { recursive: true })
        editJson(join(folder, 'run.json'), (run) => ({ ...run, trials: 1 }))
      },
      'City, trial 2: index.jsonl says that it was scored',
    ],
    [
      'plans less than was run',
      (folder) => editJson(join(folder, 'run.json'), (run) => ({ ...run, trials: 1 })),
      'City, trial 2: the plan in run.json lacks this trial, which has a result',
    ],
    [
      'leaves out a task',
      (folder) => {
        for (const number of [1, 2]) rmSync(dirname(resultFile(folder, 'City', number)), { recursive: true })
        editJson(join(folder, 'run.json'), (run) => ({ ...run, tasks: ['Year of birth'] }))
        writeFileSync(join(folder, 'index.jsonl'), '')
      },
      'the run has 1 of the 2 tasks of the benchmark',
    ],
    [
      'swaps records between tasks',
      (folder) => replaceTrial(folder, ['Year of birth', 1], ['City', 1]),
      'City, trial 1: its record is that of the task "Year of birth"',
    ],
    [
      'duplicates a trial',
      (folder) => replaceTrial(folder, ['City', 1], ['City', 2]),
      'City, trial 2: its record is that of City, trial 1',
    ],
    [
      'changes a record',
      (folder) => editRecord(folder, (record) => ({ ...record, result: passed(record) })),
      'its record was changed after it was sealed, at /result',
    ],
    ['seals a changed record again', (folder) => editRecord(folder, forge), 'its record was sealed again'],
    [
      'seals it again and changes the statement',
      (folder) => editRecord(folder, (record) => restate(forge(record))),
      'the signature of its record is not that of the server',
    ],
    [
      'seals it again and signs with a key of its own',
      (folder) => editRecord(folder, (record) => resign(forge(record), createRecordSigner())),
      'its record is signed by an unknown key',
    ],
    [
      'signs with a key of its own under the id of the server',
      (folder) => editRecord(folder, (record) => resign(forge(record), { ...createRecordSigner(), key: signer.key })),
      'the signature of its record is not that of the server',
    ],
    [
      'puts an object in the place of the id of the key',
      (folder) =>
        editRecord(folder, ({ seal, ...record }) => {
          const attestation = { ...(seal.attestation as RecordAttestation), key: { toString: 1 } }
          return { ...record, seal: { ...seal, attestation } }
        }),
      'its record is signed by an unknown key, {"toString":1}',
    ],
    [
      'takes the signature away',
      (folder) => editRecord(folder, ({ seal: { attestation: _, ...seal }, ...record }) => ({ ...record, seal })),
      'its record is not signed',
    ],
    [
      'puts nothing in its place',
      (folder) => editRecord(folder, (record) => ({ ...record, seal: { ...record.seal, attestation: null } })),
      'its record is not signed',
    ],
    // These records are really signed, with the key of the server.
    [
      'hands in records of other engines',
      (folder) =>
        editRecord(folder, ({ seal: { attestation }, engine, ...record }) => {
          const sealed = sealRecord({ ...record, engine: { ...engine, verifier: '1' } }) as DifferencesRecord
          return resign({ ...sealed, seal: { ...sealed.seal, attestation: attestation as RecordAttestation } }, signer)
        }),
      'its record was made by other versions (verifier 1',
    ],
    [
      'hands in records of another version of the benchmark',
      (folder) => editJson(join(folder, 'lock.json'), (lock) => ({ ...lock, benchmark_digest: '0'.repeat(64) })),
      'its record is of questions@1 with the digest',
    ],
    [
      'makes a server sign what did not happen',
      (folder) => editRecord(folder, (record) => resign(forge(record), signer)),
      'its evidence gives another result',
    ],
  ])('who %s is rejected', async (_, attack, message) => {
    const folder = copyOfResults()
    attack(folder)
    const { code, err } = await add(folder, join(folder, 'leaderboard.json'), 'half')
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
    expect(readdirSync(folder)).not.toContain('leaderboard.json')
  })
})

const tasks = ['City', 'Year of birth']

function add(folder: string, file: string, agent = 'right') {
  return runInProcess(['leaderboard', 'add', file, folder, '--key', keyFile, '--agent', agent])
}

function copyOfResults(): string {
  const folder = newFolder()
  cpSync(results, folder, { recursive: true })
  return folder
}

function resultFile(folder: string, task: string, trial: number, agent = 'half'): string {
  const tasksFolder = join(folder, 'trials', agent)
  const name = readdirSync(tasksFolder).find((one) => one.startsWith(task.toLowerCase().replaceAll(' ', '-')))
  return join(tasksFolder, name ?? '', `t0${trial}`, 'result.json')
}

function editJson(file: string, edit: (value: JsonObject) => object): void {
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')))))
}

/** Puts the files of one trial in the place of another one, with its key in the result. */
function replaceTrial(folder: string, from: readonly [string, number], to: readonly [string, number]): void {
  const [source, target] = [resultFile(folder, ...from), resultFile(folder, ...to)].map((file) => dirname(file))
  const { key } = JSON.parse(readFileSync(join(target ?? '', 'result.json'), 'utf8'))
  cpSync(source ?? '', target ?? '', { recursive: true })
  editJson(join(target ?? '', 'result.json'), (result) => ({ ...result, key }))
}

/** Edits the record of the first trial at a task that the agent failed, and makes the other files agree with it. */
function editRecord(folder: string, edit: (record: DifferencesRecord) => object): void {
  const result = resultFile(folder, 'City', 1)
  const file = join(dirname(result), 'attempt-1', 'record.json.gz')
  const record = edit(JSON.parse(gunzipSync(readFileSync(file)).toString())) as DifferencesRecord
  writeFileSync(file, gzipSync(JSON.stringify(record)))
  editJson(result, (value) => ({
    ...value,
    verdict: record.result?.verdict ?? null,
    score: record.result?.score ?? null,
  }))
}

/** Returns the result of a record as if every criterion had passed. */
function passed({ result }: DifferencesRecord): DifferencesRecord['result'] {
  if (result === null) throw new Error('The record has a result.')
  const criterion_runs = result.criterion_runs.map((run) => ({
    ...run,
    outcome: 'passed' as const,
    passed: true,
    score: 1,
  }))
  return { ...result, score: 1, raw_score: 1, verdict: 'pass', criterion_runs }
}

/** Changes the result of a record and seals it again, but keeps the signature. */
function forge(record: DifferencesRecord): DifferencesRecord {
  const { seal: before, ...content } = record
  const { seal, ...rest } = sealRecord({ ...content, result: passed(record) })
  return { ...rest, seal: { ...seal, attestation: before.attestation as RecordAttestation } }
}

/** Changes a forged record's statement to the new seal, but keeps the signature. */
function restate(record: DifferencesRecord): DifferencesRecord {
  const attestation = record.seal.attestation as RecordAttestation
  const statement = { ...attestation.statement, seal: record.seal.digest }
  return { ...record, seal: { ...record.seal, attestation: { ...attestation, statement } } }
}

function resign(record: DifferencesRecord, { key, sign }: Pick<typeof signer, 'key' | 'sign'>): DifferencesRecord {
  const restated = restate(record)
  const attestation = restated.seal.attestation as RecordAttestation
  const signature = sign(attestationText(attestation.statement)) as string
  return { ...restated, seal: { ...restated.seal, attestation: { ...attestation, key, signature } } }
}

/** Copies the trials of an agent for an agent of another name. */
function rename(folder: string, from: string, to: string): void {
  mkdirSync(join(folder, 'trials', to))
  cpSync(join(folder, 'trials', from), join(folder, 'trials', to), { recursive: true })
  for (const name of readdirSync(join(folder, 'trials', to), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('result.json')) continue
    editJson(join(folder, 'trials', to, name), (result) => ({
      ...result,
      key: { ...(result.key as object), agent: to },
    }))
  }
  editJson(join(folder, 'run.json'), (run) => ({ ...run, agents: [to] }))
  editJson(join(folder, 'lock.json'), (lock) => ({ ...lock, agents: { [to]: {} } }))
  writeFileSync(join(folder, 'index.jsonl'), '')
}
