import { readFileSync } from 'node:fs'
import { Carebench, type Fetch } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { WrongUse } from '../exit-reason.js'

/** A client of the server in the environment. Throws a {@link WrongUse} that names an invalid variable. */
export function connectAsOrganization(environment: NodeJS.ProcessEnv): Carebench {
  const baseUrl = required(environment, 'CAREBENCH_URL', 'the URL of a server, for example https://127.0.0.1:8443')
  // A key must not leave this machine unless the connection is confidential. Specification 1.
  if (!/^https:\/\//i.test(baseUrl)) throw new WrongUse(`CAREBENCH_URL must begin with https://, got ${baseUrl}`)
  const apiKey = required(environment, 'CAREBENCH_ORGANIZATION_KEY', 'an organization API key, vk_…')
  if (!apiKey.startsWith('vk_')) {
    const kind = apiKey.startsWith('vrl_') ? 'a key of a different kind' : 'no key'
    throw new WrongUse(`CAREBENCH_ORGANIZATION_KEY must be an organization API key, vk_…; got ${kind}`)
  }
  const fetch = trustingFetch(environment.CAREBENCH_CA)
  try {
    return new Carebench({ baseUrl, apiKey, fetch })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = error.message.replace(/^baseUrl/, 'CAREBENCH_URL').replace(/^apiKey/, 'CAREBENCH_ORGANIZATION_KEY')
    throw new WrongUse(message, { cause: error })
  }
}

function required(environment: NodeJS.ProcessEnv, name: string, what: string): string {
  const value = environment[name]
  if (value === undefined || value === '') throw new WrongUse(`${name} is not set; it must be ${what}`)
  return value
}

/**
 * A fetch that trusts the certificate in a PEM file, or by default those that Node trusts. Throws a {@link WrongUse}.
 */
export function trustingFetch(file: string | undefined): Fetch {
  if (file === undefined || file === '') return nodeFetch()
  let ca: string
  try {
    ca = readFileSync(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new WrongUse(`CAREBENCH_CA: ${file} cannot be read: ${reason}`, { cause })
  }
  try {
    return nodeFetch({ ca })
  } catch (cause) {
    throw new WrongUse(`CAREBENCH_CA: ${file} is not a PEM file with a certificate (-----BEGIN CERTIFICATE-----)`, {
      cause,
    })
  }
}
