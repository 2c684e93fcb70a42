import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { makeFolder, makeTrial, serveHttp } from '../../../testing/make-trial.js'
import { plantBenchmarks } from '../../../testing/plant-benchmarks.js'
import { createCommandAgent } from '../command-agent.js'
import { readStat } from './process-mark.js'
import { createSandbox, findSandboxProblem, type SandboxOptions } from './sandbox.js'

const problem = findSandboxProblem()
const hasPython = existsSync('/usr/bin/python3')
const hostile = fileURLToPath(new URL('../../../testing/hostile-agent.py', import.meta.url))
/** The benchmarks of the repository, with criteria and expected values. */
const fixtures = fileURLToPath(new URL('../../../../../../fixtures', import.meta.url))

/** The tools of the attacks: the task, all visible processes except their own, and a way to trace one. */
const attackTools = `
import ctypes, os, signal, socket, sys
me, others = os.getpid(), [int(name) for name in os.listdir('/proc') if name.isdigit() and int(name) != os.getpid()]
trace = lambda *args: ctypes.CDLL(None, use_errno=True).ptrace(*map(ctypes.c_long, args))
def everybody(signals):
    for one in others:
        for sent in signals:
            try: os.kill(one, sent)
            except OSError: pass
def attempt(work):
    try: return work()
    except OSError: pass
`

/** Attempts to end the supervisor of the agent, or to report in its place. */
const attacksOnSupervision: readonly (readonly [string, string])[] = [
  [
    'stops every process that it sees, reads the task, and kills them',
    'everybody([signal.SIGSTOP]); sys.stdin.read(); everybody([signal.SIGKILL]); sys.exit(1)',
  ],
  ['has debuggers started', 'everybody([signal.SIGUSR1, signal.SIGUSR2, signal.SIGHUP, signal.SIGTERM]); sys.exit(1)'],
  ['sees more than the first process', 'sys.exit(0 if others != [1] else 1)'],
  [
    'traces the first process and dies with it',
    'trace(0x4206, 1, 0, 0x100000); trace(8, 1, 0, 0); os.kill(me, signal.SIGKILL)',
  ],
  ['keeps the first process traced', 'trace(16, 1, 0, 0); sys.exit(1)'],
  [
    'writes into the memory of the first process',
    `
for line in attempt(lambda: open('/proc/1/maps').read().splitlines()) or []:
    start, end = (int(part, 16) for part in line.split()[0].split('-'))
    if 'r-x' in line: attempt(lambda: os.pwrite(os.open('/proc/1/mem', os.O_RDWR), b'\\xcc' * (end - start), start))
os.kill(me, signal.SIGKILL)`,
  ],
  [
    'writes reports to every descriptor',
    `
for one in range(1024): attempt(lambda: os.write(one, b'{ "child-pid": 1 }\\n'))
for one in range(1024): attempt(lambda: os.close(one))
os._exit(127)`,
  ],
  [
    'says that it was not executed',
    'print("bwrap: execvp agent: No such file or directory", file=sys.stderr); sys.exit(1)',
  ],
  [
    'has all processes that it may have',
    `
try:
    while True:
        if os.fork() == 0: signal.pause()
except OSError: os._exit(1)`,
  ],
  [
    'opens more connections than are taken',
    `
kept = [attempt(lambda: socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5)) for _ in range(600)]
sys.exit(1)`,
  ],
  [
    'leaves a folder that is hard to remove',
    `
for _ in range(600):
    os.mkdir('x' * 200); os.chdir('x' * 200)
os.chmod('.', 0)
sys.exit(1)`,
  ],
]

describe.skipIf(problem !== null)(`a sandbox (needs bubblewrap${problem === null ? '' : `: ${problem}`})`, () => {
  it.skipIf(!hasPython)('keeps a hostile agent from everything but its proxy (needs /usr/bin/python3)', async () => {
    const machine = await plantSecrets()
    const proxy = await serveHttp((_, response) => response.end('{}'))
    const search = JSON.stringify(machine.search)
    const command = ['/usr/bin/python3', hostile, search] as const
    const options = { name: 'hostile', command }

    const reads = [machine.project]
    const sandbox = createSandbox({ reads, hides: [join(machine.project, 'runs')] })
    const inside = await createCommandAgent({ ...options, sandbox }).run(makeTrial({ baseUrl: proxy }).trial)
    expect(inside).toMatchObject({
      ended: { kind: 'completed' },
      output: {
        found: ['project'],
        files: true,
        others: [],
        reached: [],
        proxy: true,
        outside: false,
        sockets: [],
        namespaces: false,
        kills: [],
        writes: [],
        writes_home: true,
      },
    })

    // Without a sandbox, the search finds everything, so it works.
    const outside = await createCommandAgent(options).run(makeTrial({ baseUrl: proxy }).trial)
    expect(outside.output).toMatchObject({
      found: ['argument', 'benchmark', 'descriptor', 'key', 'other trial', 'project', 'results', 'results of project'],
      others: machine.search.processes,
      reached: machine.search.ports,
      sockets: machine.search.sockets,
      kills: machine.search.processes,
    })
  })

  it.skipIf(!hasPython)('has no kernel keys, which would outlive it and could belong to the user', async () => {
    const program = `
import ctypes, errno, json, platform
libc, session = ctypes.CDLL(None, use_errno=True), ctypes.c_int(-3)
first = {'x86_64': 248, 'aarch64': 217}[platform.machine()]
text = ctypes.c_char_p(b'user')
calls = [(first, text, text, text, 4, session), (first + 1, text, text, None, session), (first + 2, 0, session, 1)]
print(json.dumps({'output': [libc.syscall(*call) < 0 and errno.errorcode[ctypes.get_errno()] for call in calls]}))`
    const command = ['/usr/bin/python3', '-c', program] as const
    const agent = createCommandAgent({ name: 'keys', command, sandbox: createSandbox() })
    const { trial } = makeTrial({ baseUrl: await serveHttp((_, response) => response.end()) })
    expect((await agent.run(trial)).output).toEqual(['ENOSYS', 'ENOSYS', 'ENOSYS'])
  })

  it.skipIf(!hasPython)('opens only sockets of families that its namespaces separate', async () => {
    const program = `
import ctypes, errno, json, socket
libc = ctypes.CDLL(None, use_errno=True)
def open(family):
  try: return bool(socket.socket(family, socket.SOCK_STREAM if family in (1, 2, 10, 40) else socket.SOCK_RAW))
  except OSError as error: return errno.errorcode[error.errno]
ring = ctypes.create_string_buffer(200)
ring = libc.syscall(425, 1, ring) < 0 and errno.errorcode[ctypes.get_errno()]
own, others = [[open(family) for family in list] for list in ((1, 2, 10, 16), (17, 38, 40))]
print(json.dumps({'output': [own, others, ring]}))`
    const command = ['/usr/bin/python3', '-c', program] as const
    const agent = createCommandAgent({ name: 'sockets', command, sandbox: createSandbox() })
    const { trial } = makeTrial({ baseUrl: await serveHttp((_, response) => response.end()) })
    const refused = 'EAFNOSUPPORT'
    expect((await agent.run(trial)).output).toEqual([[true, true, true, true], [refused, refused, refused], 'ENOSYS'])
  })

  it('shows neither the repository, nor packages of carebench, nor folders of other trials', async () => {
    const script = 'for path in PATHS; do test -e "$path" && echo "visible $path"; done; ls /tmp /; echo done'
    const paths = [fixtures, process.cwd(), '/root', '/home', '/var', '/etc/shadow', tmpdir()]
    const { trial } = makeTrial({ baseUrl: await serveHttp((_, response) => response.end()) })
    const end = await runScript(script.replace('PATHS', paths.join(' ')), trial)
    expect(end.stdout).toContain('done')
    expect(end.stdout).not.toMatch(new RegExp(`visible (?!${tmpdir()}$)`, 'm'))
    expect(end.stdout.match(/^carebench-\w+/gm)?.sort()).toEqual(['carebench-gate', 'carebench-trial'])
  })

  it('reaches its proxy at its own address, with bodies of any size', async () => {
    const baseUrl = await serveHttp((request, response) => request.pipe(response))
    const program = `
      const body = 'x'.repeat(3_000_000)
      fetch(process.env.CAREBENCH_BASE_URL, { method: 'POST', body }).then((answer) => answer.text()).then((text) => {
        console.log(JSON.stringify({ output: text === body }))
      })`
    const command = [process.execPath, '-e', program] as const
    const agent = createCommandAgent({ name: 'node', command, sandbox: createSandbox() })
    expect(agent.isolation).toBe('bwrap')
    expect(await agent.run(makeTrial({ baseUrl }).trial)).toMatchObject({ output: true })
  })

  it('reaches only the allowed hosts, through a proxy', async () => {
    const [allowed, refused] = await Promise.all(
      ['allowed', 'refused'].map((text) => serveHttp((_, response) => response.end(text))),
    )
    const program = `
      const net = require('node:net')
      const tunnel = (target) => new Promise((resolve) => {
        const { hostname, port } = new URL(process.env.HTTPS_PROXY)
        let text = ''
        net.connect(port, hostname)
          .on('data', (chunk) => { text += chunk })
          .on('end', () => resolve(text))
          .end('CONNECT ' + target + ' HTTP/1.1\\r\\n\\r\\nGET / HTTP/1.0\\r\\n\\r\\n')
      })
      Promise.all(process.argv.slice(1).map(tunnel)).then((output) => console.log(JSON.stringify({ output })))`
    const targets = [allowed, refused].map((url) => String(url).replace('http://', ''))
    const command = [process.execPath, '-e', program, ...targets] as const
    const sandbox = createSandbox({ hosts: targets.slice(0, 1) })
    const end = await createCommandAgent({ name: 'node', command, sandbox }).run(
      makeTrial({ baseUrl: allowed ?? '' }).trial,
    )
    expect(end.output).toEqual([
      expect.stringMatching(/^HTTP\/1.1 200 [\s\S]*allowed$/),
      expect.stringMatching(/^HTTP\/1.1 403 /),
    ])
  })

  it('passes on SIGTERM, and kills all its processes at the end', async () => {
    const mark = `${process.pid}.25`
    const made = makeTrial({
      baseUrl: await serveHttp((_, response) => {
        response.end()
        made.stop({ kind: 'limit', reason: 'timeout' })
      }),
    })
    const script =
      `trap 'echo asked to end' TERM; (trap '' TERM; setsid sleep ${mark}) & node -e ` +
      `"fetch(process.env.CAREBENCH_BASE_URL)"; sleep 1000; sleep ${mark}`
    const end = await runScript(script, made.trial, {}, 300)
    expect(end.ended).toEqual({ kind: 'limit', reason: 'timeout' })
    expect(end.stdout).toBe('asked to end\n')
    expect(spawnSync('pgrep', ['-f', `^sleep ${mark}`]).stdout.toString()).toBe('')
  })

  it('bounds the number of processes', async () => {
    const program = `
import json, os, signal
children = []
try:
    for _ in range(300):
        child = os.fork()
        if child == 0:
            signal.pause()
        children.append(child)
except OSError:
    pass
print(json.dumps({"output": len(children)}))
for child in children:
    os.kill(child, signal.SIGKILL)
`
    const command = ['/usr/bin/python3', '-c', program] as const
    const agent = createCommandAgent({ name: 'many', command, sandbox: createSandbox({ processes: 100 }) })
    const { trial } = makeTrial({ baseUrl: await serveHttp((_, response) => response.end()) })
    const { output } = await agent.run(trial)
    expect(output).toBeGreaterThan(20)
    expect(output).toBeLessThan(100)
  })

  // Each takes seconds: CI tries every third, the night all.
  const attacks = attacksOnSupervision.filter((_, index) => inject('scale') >= 10 || index % 3 === 0)
  it.skipIf(!hasPython).each(attacks)('scores a trial whose agent %s', async (_, attack) => {
    const baseUrl = await serveHttp((_, response) => response.end())
    const command = ['/usr/bin/python3', '-c', `${attackTools}\n${attack}`, new URL(baseUrl).port] as const
    const sandbox = createSandbox({ processes: 60 })
    const agent = createCommandAgent({ name: 'hostile', command, sandbox, grace: 100 })
    const made = makeTrial({ baseUrl })
    const timer = setTimeout(() => made.stop({ kind: 'limit', reason: 'timeout' }), 4_000)
    const { ended } = await agent.run(made.trial)
    clearTimeout(timer)
    expect(['agent/crash', 'limit/timeout']).toContain(`${ended.kind}/${ended.reason}`)
  })

  it('scores a trial that has lost its network', async () => {
    const made = makeTrial({
      baseUrl: await serveHttp((_, response) => {
        response.end()
        for (const id of listChildren(process.pid)) {
          if (readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(made.trial.baseUrl.split(':').at(-1) ?? ''))
            process.kill(id, 'SIGKILL')
        }
      }),
    })
    const script = 'node -e "fetch(process.env.CAREBENCH_BASE_URL)"; sleep 1000'
    const end = await runScript(script, made.trial)
    expect(end.ended).toMatchObject({ kind: 'agent', reason: 'crash', message: expect.stringContaining('network') })
  })

  it('has only the time of the trial to start, if it has started before', async () => {
    const environment = { PATH: process.env.PATH }
    const baseUrl = await serveHttp((_, response) => response.end())
    const command = ['/bin/sh', '-c', 'exit 0'] as const
    const agent = createCommandAgent({ name: 'patient', command, sandbox: createSandbox(), environment })
    const done = { kind: 'completed', reason: 'done' }
    expect((await agent.run(makeTrial({ baseUrl }).trial)).ended).toEqual(done)
    environment.PATH = '/nowhere'
    const made = makeTrial({ baseUrl })
    setTimeout(() => made.stop({ kind: 'limit', reason: 'timeout' }), 500)
    expect((await agent.run(made.trial)).ended).toEqual({ kind: 'limit', reason: 'timeout' })
  })

  it('reports a command that is missing inside', async () => {
    const agent = createCommandAgent({ name: 'absent', command: ['absent-agent'], sandbox: createSandbox() })
    const { trial } = makeTrial({ baseUrl: await serveHttp((_, response) => response.end()) })
    const { ended } = await agent.run(trial)
    expect(ended).toMatchObject({
      kind: 'infra',
      reason: 'spawn',
      message: expect.stringContaining('absent-agent: No such file'),
    })
  })
})

/** Returns the child processes of a process. */
function listChildren(id: number): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && existsSync(`/proc/${other}/stat`) && readStat(other)[4 - 3] === `${id}`)
}

/** Runs a shell script in a sandbox. */
async function runScript(
  script: string,
  trial: ReturnType<typeof makeTrial>['trial'],
  options: SandboxOptions = {},
  grace = 2_000,
) {
  const command = ['/bin/sh', '-c', script] as const
  const agent = createCommandAgent({ name: 'shell', command, sandbox: createSandbox(options), grace })
  const end = await agent.run(trial)
  return { ...end, stdout: readFileSync(join(trial.folder, 'stdout.txt'), 'utf8') }
}

/** Plants what an agent could find on a runner's machine: keys of its processes, results, other trials. */
async function plantSecrets() {
  const folder = makeFolder('planted-')
  const project = join(folder, 'project')
  const [results, other] = [join(folder, 'results'), join(folder, 'carebench-trial-other')]
  for (const path of [project, join(project, 'runs'), results, other]) mkdirSync(path)
  plantBenchmarks(project)
  writeFileSync(join(project, 'prompt.txt'), 'MARK-project!')
  writeFileSync(join(project, 'runs', 'record.json'), 'MARK-results of project!')
  writeFileSync(join(results, 'record.json'), 'MARK-results!')
  writeFileSync(join(other, 'output.json'), 'MARK-other trial!')
  writeFileSync(join(folder, 'open'), 'MARK-descriptor!')
  const script = 'exec 3< "$1"; rm "$1"; echo ready; read _'
  const holder = spawn('/bin/sh', ['-c', script, 'sh', join(folder, 'open'), 'MARK-argument!'], {
    env: { PATH: process.env.PATH, CAREBENCH_SOLVER_KEY: 'MARK-key!' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  onTestFinished(() => {
    holder.stdin.end()
  })
  const service = createServer().listen(0, '127.0.0.1')
  const socket = join(folder, 'service.socket')
  const local = createServer().listen(socket)
  await Promise.all([once(service, 'listening'), once(local, 'listening')])
  onTestFinished(() => {
    service.close()
    local.close()
  })
  const address = service.address()
  return {
    project,
    search: {
      folders: [folder],
      below: [results, other].map((path) => `${path}/${basename(path) === 'results' ? 'record' : 'output'}.json`),
      files: [join(results, 'written')],
      processes: [holder.pid ?? 0],
      ports: [typeof address === 'object' ? (address?.port ?? 0) : 0],
      sockets: [socket],
    },
  }
}
