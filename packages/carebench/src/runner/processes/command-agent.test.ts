import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type MadeTrial, makeFolder, makeTrial } from '../../testing/make-trial.js'
import type { AgentEnd } from '../agent.js'
import { type CommandAgentOptions, createCommandAgent } from './command-agent.js'
import { openControlGroup } from './isolation/control-group.js'

const hasPython = spawnSync('python3', ['--version']).status === 0

const group = openControlGroup(`carebench-test-${process.pid}`)
await group?.close()
/** Whether hidden processes can be found on this machine. */
const canGroup = group !== null

/** Runs a shell script as the agent. */
async function runShell(
  script: string,
  { trial }: Pick<MadeTrial, 'trial'> = makeTrial(),
  options: Partial<CommandAgentOptions> = {},
): Promise<AgentEnd & { stdout: string; stderr: string }> {
  const agent = createCommandAgent({ name: 'shell', command: ['/bin/sh', '-c', script], ...options })
  const end = await agent.run(trial)
  const read = (name: string) => readFileSync(join(trial.folder, name), 'utf8')
  return { ...end, stdout: read('stdout.txt'), stderr: read('stderr.txt') }
}

it('does not fail if the runner cannot write its output, but fails if it cannot write itself', async () => {
  const { trial } = makeTrial()
  symlinkSync('/dev/full', join(trial.folder, 'stdout.txt'))
  await expect(runShell('echo done', { trial })).rejects.toMatchObject({
    ended: { kind: 'infra', reason: 'disk', message: expect.stringContaining('ENOSPC') },
  })
  const own = await runShell('echo done > /dev/full')
  expect(own.ended).toMatchObject({ kind: 'agent', reason: 'crash' })
})

describe('a hand-in', () => {
  it('is the last JSON line of stdout', async () => {
    const end = await runShell(
      `echo '{"output": 1}'; echo thinking; echo '{"output": {"answer": 42}, "status": "gave_up", "usage": ` +
        `{"input": 5, "cost_usd": 0.25}}'; echo bye`,
    )
    expect(end).toMatchObject({
      output: { answer: 42 },
      ended: { kind: 'completed', reason: 'gave_up' },
      usage: { input: 5, output: null },
      cost: { usd: 0.25, source: 'agent' },
    })
  })

  it('is the file rather than stdout', async () => {
    const end = await runShell(`echo '{"output": 1}'; printf '{"output": [2]}' > "$CAREBENCH_OUTPUT_FILE"`)
    expect([end.output, end.ended]).toEqual([[2], { kind: 'completed', reason: 'done' }])
  })

  it('may be empty; only the state of the systems counts then', async () => {
    const end = await runShell('echo I sent the fax')
    expect(end.ended).toEqual({ kind: 'completed', reason: 'done' })
    expect('output' in end).toBe(false)
  })

  it.each([
    ['not JSON', `echo forty-two > output.json`, 'it is not JSON: forty-two'],
    ['not an object', `echo 42 > output.json`, 'it is not an object: 42'],
    ['an unknown member', `echo '{"answer": 42}' > output.json`, 'put the answer into "output"'],
    ['an unknown status', `echo '{"status": "finished"}'`, '"status" is "finished"; expected "done" or "gave_up"'],
    ['a link', `ln -s /etc/hostname output.json`, 'could not be opened as a file'],
    ['a pipe', `mkfifo output.json`, 'is not a regular file'],
    ['an endless member', `printf '{"%09000d": 1}' 0 > output.json`, '0000…; put the answer into "output"'],
    ['a hard link', `echo '{}' > a; ln a output.json`, 'has further hard links'],
    ['too much', `head -c 9000000 /dev/zero > output.json`, 'has 9000000 bytes'],
  ])('is bad output: %s', async (_, script, message) => {
    const { ended } = await runShell(script)
    expect(ended).toMatchObject({ kind: 'agent', reason: 'bad_output', message: expect.stringContaining(message) })
  })
})

it('reads hostile files and output in linear time', async () => {
  const head = '{"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1"}, "steps": ['
  const trial = makeTrial()
  const folder = makeFolder('carebench-given-')
  writeFileSync(join(folder, 'broken-steps'), `${head}${'{},'.repeat(500_000)}{}]}`)
  writeFileSync(join(folder, 'broken-lines'), '{\n'.repeat(500_000))
  // Quadratic work on either would take minutes, and the test would run out of time.
  const end = await runShell(`cp ${folder}/broken-steps trajectory.json; cat ${folder}/broken-lines`, trial)
  expect(end).toMatchObject({ ended: { kind: 'completed', reason: 'done' } })
  expect('trajectory' in end).toBe(false)
})

it('limits the counted calls to what a result can hold', async () => {
  const step = (id: number) => ({ step_id: id, source: 'agent', message: '', llm_call_count: Number.MAX_SAFE_INTEGER })
  const agent = { name: 'a', version: '1' }
  const trajectory = { schema_version: 'ATIF-v1.7', agent, steps: [step(1), step(2)] }
  const end = await runShell(`echo '${JSON.stringify(trajectory)}' > trajectory.json`)
  expect(end.counts).toMatchObject({ steps: 2, llmCalls: Number.MAX_SAFE_INTEGER })
})

it.each([
  ['its last line', '"$(printf %0280d)$API_KEY" >&2; exit 1'],
  ['a hand-in that is not JSON', '"{$(printf %060d)$API_KEY" > "$CAREBENCH_OUTPUT_FILE"'],
])('quotes no part of a secret where %s is cut', async (_, script) => {
  const secret = `sk-live-${'0123456789abcdef'.repeat(8)}`
  const environment = { PATH: process.env.PATH, API_KEY: secret }
  const { ended } = await runShell(`echo ${script}`, undefined, { environment, passEnv: ['API_KEY'] })
  expect(ended).toMatchObject({ kind: 'agent', message: expect.stringContaining('000[secret]') })
})

it('submits no secret', async () => {
  const environment = { PATH: process.env.PATH, API_KEY: 'sk-0123456789' }
  const end = await runShell(`echo '{"output": ["'$API_KEY'"]}'`, undefined, { environment, passEnv: ['API_KEY'] })
  expect([end.output, end.stdout]).toEqual([['[secret]'], '{"output": ["[secret]"]}\n'])
})

describe('the end of a process', () => {
  it('with any code but 0 is a crash, and with 75 an infrastructure error if the agent is trusted', async () => {
    const script = 'echo no model today >&2; exit 75'
    const untrusted = await runShell(script)
    expect(untrusted.ended).toMatchObject({ kind: 'agent', reason: 'crash' })
    expect(untrusted.ended.message).toContain('The command exited with 75.')
    const unavailable = await runShell(script, undefined, { trustExit: true })
    expect(unavailable.ended).toMatchObject({ kind: 'infra', reason: 'unavailable' })
    expect(unavailable.ended.message).toContain('Last line of stderr: no model today')
    const crashed = await runShell(`echo '{"output": 42}'; exit 3`)
    expect(crashed.ended).toMatchObject({ kind: 'agent', reason: 'crash', message: 'The command exited with 3.' })
    const killed = await runShell('kill -SEGV $$')
    expect(killed.ended).toMatchObject({ kind: 'agent', reason: 'crash' })
  })

  it('that never started is an infrastructure error', async () => {
    const { trial } = makeTrial()
    const end = await createCommandAgent({ name: 'absent', command: ['/nowhere/agent'] }).run(trial)
    expect(end.ended).toMatchObject({ kind: 'infra', reason: 'spawn', message: expect.stringContaining('ENOENT') })
    const unnamed = await createCommandAgent({
      name: 'absent',
      command: ['no-such-agent'],
      environment: { PATH: '/nowhere/bin:/nowhere/bin' },
    }).run(trial)
    expect(unnamed.ended.message).toContain('no-such-agent is in no folder of the PATH')
    expect(unnamed.ended.message).not.toContain('/nowhere/bin')
  })

  it('that never started is a crash if the program disappeared after an earlier trial', async () => {
    const program = join(makeFolder('carebench-base-'), 'agent')
    writeFileSync(program, '#!/bin/sh\nread task; chmod -x "$0"')
    chmodSync(program, 0o755)
    const agent = createCommandAgent({ name: 'vanishing', command: [program] })
    expect((await agent.run(makeTrial().trial)).ended).toEqual({ kind: 'completed', reason: 'done' })
    expect((await agent.run(makeTrial().trial)).ended).toMatchObject({ kind: 'agent', reason: 'crash' })
  })

  it('removes its folder, whatever it contains', async () => {
    const made = makeTrial()
    const fill = 'n=$(printf %0200d); for i in $(seq 30); do mkdir $n; cd $n; done; chmod 0 .'
    await runShell(`pwd > "${made.trial.folder}/home"; ${fill}`, made)
    expect(existsSync(readFileSync(join(made.trial.folder, 'home'), 'utf8').trim())).toBe(false)
  })

  it('comes by SIGTERM when the trial ends, and an earlier submission counts', async () => {
    const made = makeTrial()
    const script =
      `trap 'echo asked to end; exit 0' TERM; echo '{"output": 1}' > output.json; echo ready > ` +
      `"${made.trial.folder}/ready"; while :; do sleep 0.01; done`
    const running = runShell(script, made)
    await appears(join(made.trial.folder, 'ready'))
    made.stop({ kind: 'limit', reason: 'timeout' })
    const end = await running
    expect(end).toMatchObject({ output: 1, ended: { kind: 'limit', reason: 'timeout' }, stdout: 'asked to end\n' })
  })

  it('comes by SIGKILL to the whole group if SIGTERM is ignored', async () => {
    const made = makeTrial()
    const script = `trap '' TERM; (trap '' TERM; echo $$ > "${made.trial.folder}/ready"; sleep 100) & sleep 100`
    const running = runShell(script, made, { grace: 50 })
    await appears(join(made.trial.folder, 'ready'))
    made.stop({ kind: 'interrupted', reason: 'signal' })
    expect((await running).ended).toEqual({ kind: 'interrupted', reason: 'signal' })
  })

  it('comes soon after a submission through the proxy, which counts', async () => {
    const made = makeTrial()
    const running = runShell(`echo ready > "${made.trial.folder}/ready"; sleep 100`, made, { grace: 50 })
    await appears(join(made.trial.folder, 'ready'))
    made.submit()
    const end = await running
    expect(end.ended).toEqual({ kind: 'completed', reason: 'done' })
    expect('output' in end).toBe(false)
  })

  it('is the end of the started process; its remaining children are killed', async () => {
    const made = makeTrial()
    const file = join(made.trial.folder, 'pids')
    const hidden = canGroup ? `setsid env -i sleep 100 & echo $! >> ${file};` : ''
    await runShell(`${hidden} sleep 100 & echo $! >> ${file}; setsid sleep 100 & echo $! >> ${file}`, made)
    for (const id of readFileSync(file, 'utf8').trim().split('\n').map(Number)) await ends(id)
  })
})

describe('a process', () => {
  it('gets the task, and no variables or descriptors of the runner', async () => {
    const secret = 'sk-live-0123456789'
    const environment = { PATH: process.env.PATH, HOME: '/root', CAREBENCH_SOLVER_KEY: 'solver-key', API_KEY: secret }
    const made = makeTrial()
    const script =
      'cat > given.json; cmp given.json "$CAREBENCH_TASK_FILE" && cat given.json; echo; env; ls; ls -l ' + '/proc/$$/fd'
    const end = await runShell(script, made, { environment, passEnv: ['API_KEY'] })
    const [document = '', ...lines] = end.stdout.split('\n').filter((line) => line !== '')
    expect(JSON.parse(document)).toEqual({
      version: 1,
      trial_id: 'trial-1',
      task: { name: 'Answer', task_item: { instruction: 'Say 42.' } },
      base_url: 'http://127.0.0.1:9',
      endpoints: { fhir: 'http://127.0.0.1:9/v1/benchmark-runs/run-1/fhir' },
      mcp: { url: 'http://127.0.0.1:9/v1/benchmark-runs/run-1/mcp' },
      workstation: { url: 'http://127.0.0.1:9/v1/task-runs/task-run-1/workstation' },
      token_env: 'TASK_TOKEN',
      limits: { steps: 60 },
      deadline_at: '2026-03-04T05:16:07Z',
      seed: 7,
    })
    const names = lines.flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []).sort()
    const own = [
      ...['BASE_URL', 'DEADLINE', 'MCP_URL', 'OUTPUT_FILE', 'SEED', 'TASK_FILE', 'TOKEN', 'TRAJECTORY_FILE'],
      'WORKSTATION_URL',
    ]
    const set = ['API_KEY', 'HOME', 'PATH', 'PWD', 'TASK_TOKEN', 'TMPDIR', ...own.map((name) => `CAREBENCH_${name}`)]
    expect(names.filter((name) => !['OLDPWD', 'SHLVL', '_'].includes(name))).toEqual(set.sort())
    expect(lines).toContain('API_KEY=[secret]')
    expect(lines).toContain('CAREBENCH_TOKEN=[secret]')
    expect(lines.filter((line) => /^\w+\.json$/.test(line))).toEqual(['given.json', 'task.json'])
    const descriptors = lines.flatMap((line) => line.split(' -> ').slice(1))
    // Apart from the three streams, descriptors that the tests were started with are replaced by /dev/null.
    expect(descriptors.slice(3).filter((target) => target !== '/dev/null')).toEqual([])
  })

  it('may write more output than is kept', async () => {
    const script = `echo first; yes | head -c 3000000; echo '{"output": "last"}'`
    const end = await runShell(script, undefined, { outputLimit: 10_000 })
    expect(end.output).toBe('last')
    expect(end.stdout).toMatch(
      /^first\ny\n[\s\S]*\n\[\.\.\. 29900\d\d bytes not kept \.\.\.\]\n[\s\S]*\{"output": "last"\}\n$/,
    )
    expect(end.stdout.length).toBeLessThan(10_100)
  })

  it('may hand in a trajectory; one that is not valid is left out', async () => {
    const trajectory = {
      schema_version: 'ATIF-v1.7',
      agent: { name: 'shell', version: '1' },
      steps: [
        {
          step_id: 1,
          source: 'agent',
          message: '',
          tool_calls: [{ tool_call_id: 'a', function_name: 'fhir_search', arguments: {} }],
          observation: { results: [{ source_call_id: 'a', content: 'none', extra: { is_error: true } }] },
        },
      ],
    }
    const write = (value: object) => `cat > "$CAREBENCH_TRAJECTORY_FILE" <<'END'\n${JSON.stringify(value)}\nEND`
    const valid = await runShell(write(trajectory))
    expect(valid.trajectory).toEqual(trajectory)
    expect(valid.counts).toEqual({ steps: 1, llmCalls: 1, toolCalls: 1, toolErrors: 1, invalidToolCalls: 0 })
    expect(valid).not.toHaveProperty('trajectoryError')
    expect(await runShell(write({ ...trajectory, steps: [] }))).toMatchObject({
      trajectoryError: expect.stringMatching(/^\/steps /),
    })
    expect(await runShell('echo "{" > "$CAREBENCH_TRAJECTORY_FILE"')).toMatchObject({
      trajectoryError: expect.stringMatching(/^It is not JSON: /),
    })
  })

  it('keeps a trajectory of a million tokens, and says why it does not keep one above 64 MiB', async () => {
    const start = '{"schema_version":"ATIF-v1.7","agent":{"name":"shell","version":"1"},"steps":['
    const write = (megabytes: number) => `{
      printf '%s' '${start}{"step_id":1,"source":"agent","message":"'
      head -c ${megabytes}000000 /dev/zero | tr '\\0' x
      printf '"}]}'
    } > "$CAREBENCH_TRAJECTORY_FILE"`
    expect((await runShell(write(9))).counts.steps).toBe(1)
    const long = await runShell(write(68))
    expect(long).not.toHaveProperty('trajectory')
    expect(long.trajectoryError).toMatch(/has 680\d+ bytes; at most 67108864 are read/)
  })

  it.skipIf(!hasPython)('may be a Python program beside the configuration (needs python3)', async () => {
    const base = makeFolder('carebench-base-')
    writeFileSync(
      join(base, 'agent.py'),
      'import json, sys\ntask = json.load(sys.stdin)\nprint(json.dumps({"output": task["task"]["name"]}))\n',
    )
    const agent = createCommandAgent({ name: 'python', command: ['python3', 'agent.py'], base })
    expect(await agent.run(makeTrial().trial)).toMatchObject({ output: 'Answer', ended: { kind: 'completed' } })
  })
})

describe('an agent', () => {
  it('is identified by its command and files, not by secrets or folders', () => {
    const identity = () => {
      const base = makeFolder('carebench-base-')
      writeFileSync(join(base, 'agent.py'), 'pass')
      writeFileSync(join(base, 'prompt.txt'), 'Be brief.')
      const environment = { KEY: base }
      const command = ['python3', 'agent.py', '--fast'] as const
      return createCommandAgent({ name: 'a', command, base, environment, passEnv: ['KEY'], files: ['prompt.txt'] })
    }
    expect(identity().identity).toEqual(identity().identity)
    expect(identity().isolation).toBe('none')
    expect(identity().identity).toMatchObject({
      command: ['python3', 'agent.py', '--fast'],
      files_sha256: {
        'agent.py': 'd74ff0ee8da3b9806b18c877dbf29bbde50b5bd8e4dad7a3a725000feb82e8f1',
        'prompt.txt': expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      pass_env: ['KEY'],
    })
  })

  it('says how long it may take to end', () => {
    expect(createCommandAgent({ name: 'a', command: ['sh'], grace: 10_000 }).grace).toBe(10_500)
    expect(createCommandAgent({ name: 'a', command: ['sh'] }).grace).toBeUndefined()
  })

  it('rejects variables that control results, and unset ones', () => {
    const create = (name: string) => () =>
      createCommandAgent({ name: 'a', command: ['sh'], environment: { CAREBENCH_SOLVER_KEY: 'x' }, passEnv: [name] })
    expect(create('CAREBENCH_SOLVER_KEY')).toThrow('Variables of carebench are not passed on')
    expect(create('OPENAI_API_KEY')).toThrow('Expected the variable OPENAI_API_KEY in the environment')
  })

  it('follows links among its own files, which the user has named', async () => {
    const base = makeFolder('carebench-base-')
    writeFileSync(join(base, 'real.sh'), `echo '{"output": "$1"}'`)
    symlinkSync('real.sh', join(base, 'agent.sh'))
    const agent = createCommandAgent({ name: 'a', command: ['/bin/sh', 'agent.sh', 'x'], base })
    expect(await agent.run(makeTrial().trial)).toMatchObject({ output: '$1' })
  })
})

/** Resolves when a file exists. */
async function appears(path: string): Promise<void> {
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Resolves when a process has ended, or is a zombie. */
async function ends(id: number): Promise<void> {
  while (isRunning(id)) await new Promise((resolve) => setTimeout(resolve, 5))
}

function isRunning(id: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${id}/status`, 'utf8'))
  } catch {
    return false
  }
}
