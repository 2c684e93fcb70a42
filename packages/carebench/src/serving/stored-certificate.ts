import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { type Certificate, createCertificate } from '@carebench/server'
import { makeFolder } from '../files/make-folder.js'
import { UsageError } from '../terminal/exit-reason.js'

/**
 * Files in the folder of `--data`: the key of the server with its certificate, and the certificate alone, for clients.
 */
const keyName = 'tls.pem'
const caName = 'ca.pem'
/** The files that {@link ownCertificate} writes. */
export const certificateFiles = [keyName, `${keyName}.new`, caName, `${caName}.new`]

const day = 86_400_000
/** A certificate that expires sooner than this is replaced at the start, because the server could outlive it. */
const minRemainingMs = 7 * day

export interface StoredCertificate {
  readonly tls: Certificate
  /** The file that clients trust; its path and content stay the same after a restart. */
  readonly caFile: string
}

/**
 * Returns the certificate in the folder of a store. Creates a new one if the folder has none, if it expires within a
 * week, or if it is not for the host. Throws a {@link UsageError} if the file contains something else.
 */
export async function ownCertificate(folder: string, host: string, now: Date): Promise<StoredCertificate> {
  const file = join(folder, keyName)
  const caFile = join(folder, caName)
  const present = existsSync(file) ? readPair(file) : undefined
  const isKept = present !== undefined && isUsable(new X509Certificate(present.cert), host, now)
  const tls = isKept ? present : await createCertificate(now, isAnyAddress(host) ? [] : [host])
  makeFolder(folder, 0o700)
  // One file, so that a crash leaves no key without its certificate.
  if (!isKept) replaceFile(file, `${tls.key}${tls.cert}`, 0o600)
  if (!existsSync(caFile) || readFileSync(caFile, 'utf8') !== tls.cert) replaceFile(caFile, tls.cert, 0o644)
  return { tls, caFile }
}

function readPair(file: string): Certificate {
  try {
    const text = readFileSync(file, 'utf8')
    const cert = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----\n?/.exec(text)?.[0] ?? ''
    const key = text.replace(cert, '')
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return { cert, key }
  } catch (cause) {
    throw new UsageError(
      `--data: ${file} must be readable and hold a private key and its certificate as PEM${howToMend}`,
      {
        cause,
      },
    )
  }
  throw new UsageError(`--data: ${file} holds a certificate of another key${howToMend}`)
}

const howToMend = '; remove it to get new ones, which clients must trust again'

function isUsable(certificate: X509Certificate, host: string, now: Date): boolean {
  const isOfHost =
    isAnyAddress(host) || (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined
  return (
    isOfHost &&
    Date.parse(certificate.validFrom) <= now.getTime() &&
    Date.parse(certificate.validTo) - now.getTime() > minRemainingMs
  )
}

/** Whether the server listens on all addresses; clients then use `localhost`, which every certificate covers. */
function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function replaceFile(file: string, content: string, mode: number): void {
  writeFileSync(`${file}.new`, content, { mode, flush: true })
  renameSync(`${file}.new`, file)
}
