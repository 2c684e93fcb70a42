import { readFileSync } from 'node:fs'
import { Carebench, type Fetch } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { UsageError } from '../terminal/exit-reason.js'

/**
 * Creates a client with the organization key in the environment. Throws a {@link UsageError} that names the problem.
 */
export function connectAsOrganization(environment: NodeJS.ProcessEnv): Carebench {
  return connect(environment, readKey(environment, 'CAREBENCH_ORGANIZATION_KEY', 'vk_', 'an organization API key'))
}

/** Creates a client with the operator key in the environment. Throws a {@link UsageError} that names the problem. */
export function connectAsOperator(environment: NodeJS.ProcessEnv): Carebench {
  return connect(environment, readKey(environment, 'CAREBENCH_OPERATOR_KEY', 'vop_', 'the operator key'))
}

/** Creates a client of the server in the environment, with another organization's key. */
export function connectWith(environment: NodeJS.ProcessEnv, key: string): Carebench {
  return connect(environment, { name: 'the key', key })
}

/** A server with both keys that a run needs. */
export interface ServerToRunOn {
  readonly baseUrl: string
  readonly solverKey: string
  readonly organizationKey: string
  readonly fetch: Fetch
}

/** Reads the server, the Solver key and the organization key from the environment. Throws a {@link UsageError}. */
export function connectToRun(environment: NodeJS.ProcessEnv): ServerToRunOn {
  if (environment.CAREBENCH_SOLVER_KEY && !environment.CAREBENCH_ORGANIZATION_KEY) {
    throw new UsageError(
      'CAREBENCH_ORGANIZATION_KEY is not set. A Solver key creates runs, but only the organization key, vk_…, ' +
        'reads tasks and records, and cancels broken trials. Ask for one, or call the interface with the Solver key ' +
        'yourself: docs/guides/a-run-with-curl.md',
    )
  }
  return {
    organizationKey: readKey(environment, 'CAREBENCH_ORGANIZATION_KEY', 'vk_', 'an organization API key').key,
    solverKey: readKey(environment, 'CAREBENCH_SOLVER_KEY', 'vrl_slv_', 'a Solver key').key,
    baseUrl: readUrl(environment),
    fetch: trustingFetch(environment.CAREBENCH_CA),
  }
}

interface NamedKey {
  /** Its name in messages. */
  readonly name: string
  readonly key: string
}

function readKey(environment: NodeJS.ProcessEnv, name: string, prefix: string, what: string): NamedKey {
  // A key must not leave this machine unless the connection is confidential. Specification 1.
  readUrl(environment)
  const key = required(environment, name, `${what}, ${prefix}…`)
  if (!key.startsWith(prefix)) {
    const kind = /^v(k|op|rl)_/.test(key) ? 'a key of a different kind' : 'no key'
    throw new UsageError(`${name} must be ${what}, ${prefix}…; got ${kind}`)
  }
  return { name, key }
}

function readUrl(environment: NodeJS.ProcessEnv): string {
  const url = required(environment, 'CAREBENCH_URL', 'the URL of a server, for example https://127.0.0.1:8443')
  if (!/^https:\/\//i.test(url)) throw new UsageError(`CAREBENCH_URL must begin with https://, got ${url}`)
  return url
}

function connect(environment: NodeJS.ProcessEnv, { name, key }: NamedKey): Carebench {
  const fetch = trustingFetch(environment.CAREBENCH_CA)
  try {
    return new Carebench({ baseUrl: readUrl(environment), apiKey: key, fetch })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = error.message.replace(/^baseUrl/, 'CAREBENCH_URL').replace(/^apiKey/, name)
    throw new UsageError(message, { cause: error })
  }
}

function required(environment: NodeJS.ProcessEnv, name: string, what: string): string {
  const value = environment[name]
  if (value === undefined || value === '') throw new UsageError(`${name} is not set; it must be ${what}`)
  return value
}

/**
 * Creates a fetch that trusts the certificate in a PEM file, by default those that Node trusts. Throws a {@link
 * UsageError}.
 */
export function trustingFetch(file: string | undefined): Fetch {
  if (file === undefined || file === '') return nodeFetch()
  let ca: string
  try {
    ca = readFileSync(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(`CAREBENCH_CA: ${file} cannot be read: ${reason}`, { cause })
  }
  try {
    return nodeFetch({ ca })
  } catch (cause) {
    throw new UsageError(`CAREBENCH_CA: ${file} is not a PEM file with a certificate (-----BEGIN CERTIFICATE-----)`, {
      cause,
    })
  }
}
