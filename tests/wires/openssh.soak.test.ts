import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWiredWorld, type WiredWorld } from './wired-world.js'

const run = promisify(execFile)

/** Whether the programs of OpenSSH are installed. */
const hasOpenSsh = ['sftp', 'ssh-keygen', 'ssh-keyscan'].every((program) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

describe.skipIf(!hasOpenSsh)('OpenSSH (skipped where sftp is not installed)', () => {
  let world: WiredWorld
  let folder: string

  beforeAll(async () => {
    world = await openWiredWorld({}, { files: [{ path: 'inbox/lab.csv', content: 'mrn\n1\n' }] })
    folder = mkdtempSync(join(tmpdir(), 'wires-'))
    const script = join(folder, 'password')
    writeFileSync(script, `#!/bin/sh\necho '${world.sftp.password}'\n`)
    chmodSync(script, 0o700)
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true })
  })

  it('sees the host key whose fingerprint the agent was given', async () => {
    const { host, port, host_key_fingerprint: fingerprint } = world.sftp
    const { stdout } = await run('ssh-keyscan', ['-t', 'ed25519', '-p', String(port), host])
    writeFileSync(join(folder, 'known_hosts'), stdout)
    const shown = await run('ssh-keygen', ['-lf', join(folder, 'known_hosts')])
    expect(shown.stdout).toContain(fingerprint)
  })

  it('gets, puts, resumes an upload, renames and lists', async () => {
    const local = (name: string) => join(folder, name)
    writeFileSync(local('report.csv'), 'mrn,flag\n1,H\n')
    writeFileSync(local('long.txt'), 'x'.repeat(200_000))
    writeFileSync(
      local('batch'),
      [
        `get inbox/lab.csv ${local('lab.csv')}`,
        `put ${local('report.csv')} outbound/report.tmp`,
        'rename outbound/report.tmp outbound/report.csv',
        `put ${local('report.csv')} outbound/long.txt`,
        `reput ${local('long.txt')} outbound/long.txt`,
        'mkdir outbound/sub',
        `put -p ${local('report.csv')} outbound/sub/copy.csv`,
        'ls -l outbound',
        `-put ${local('report.csv')} inbox/none.csv`,
        '-ln -s outbound/report.csv outbound/link',
      ].join('\n'),
    )
    const { host, port, username } = world.sftp
    const { stdout, stderr } = await run(
      'sftp',
      [
        '-P',
        String(port),
        '-o',
        `UserKnownHostsFile=${local('known_hosts')}`,
        '-o',
        'StrictHostKeyChecking=yes',
        '-o',
        'PreferredAuthentications=password',
        '-o',
        'NumberOfPasswordPrompts=1',
        '-o',
        'BatchMode=no',
        '-b',
        local('batch'),
        `${username}@${host}`,
      ],
      {
        timeout: 120_000,
        env: { ...process.env, SSH_ASKPASS: local('password'), SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' },
      },
    ).catch((error: { stdout: string; stderr: string }) => error)
    expect(readFileSync(local('lab.csv'), 'utf8'), stderr).toBe('mrn\n1\n')
    expect(stdout).toMatch(/-rw-r--r--.* 13 .*report\.csv/)
    expect(await world.agent('GET', 'files/outbound/report.csv')).toBe('mrn,flag\n1,H\n')
    expect(await world.agent('GET', 'files/outbound/sub/copy.csv')).toBe('mrn,flag\n1,H\n')
    expect(String(await world.agent('GET', 'files/outbound/long.txt'))).toHaveLength(200_000)
    expect(stderr).toMatch(/inbox\/none\.csv.*Permission denied/i)
    expect(stderr).toMatch(/symlink|unsupported/i)
  })
})
